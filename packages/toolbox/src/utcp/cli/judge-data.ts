import { type Data, programNamed } from '@helve/policy';
import { type CommandWord, sourcesOf } from './command-words.ts';
import { all, danger, FINE, judgeOperand, type Judgement, runsAnything } from './judgement.ts';
import type { Source } from './taint.ts';
import { isDataVariable } from './variable-names.ts';

/** How a command inside another is judged. */
export type JudgeCommand = (words: readonly CommandWord[], fed: readonly Source[]) => Judgement;

const INPUT_HINT = 'Pass it as an argument, or write it to a file that the program only reads.';

/** Judges the arguments of a program by the positions that are known to be data. */
export function judgeData(
  program: string,
  row: Data,
  words: readonly CommandWord[],
  fed: readonly Source[],
  environment: readonly Source[],
  judgeInner: JudgeCommand,
): Judgement {
  if (row.any) return judgeAny(program, words);
  const reader = new ArgumentReader(program, row, words, fed, environment, judgeInner);
  return reader.read();
}

/** A program that runs nothing: a dash can only confuse it. What a caller gave directly is checked when it is called. */
function judgeAny(program: string, words: readonly CommandWord[]): Judgement {
  if (/^(:|true|false)$/.test(program)) return FINE;
  const end = words.findIndex(({ text }) => text === '--');
  const before = end < 0 ? words : words.slice(0, end);
  return all(
    ...before.map((word, index) => {
      if (word.sources.length === 0) return FINE;
      // Options of a program that only reads change what it prints, and no more.
      if ((word.lead === 'unknown' || word.splits) && onlyReads(program)) return FINE;
      const judged = judgeOperand(word, program);
      return program === 'echo' ? forEcho(judged, before.slice(0, index)) : judged;
    }),
  );
}

function onlyReads(program: string): boolean {
  const { reads, files } = programNamed(program);
  return reads === true || files === 'none' || PRINTS_ONLY.test(program);
}

const PRINTS_ONLY =
  /^(base32|base64|basenc|b2sum|bc|cal|expand|factor|fmt|fold|getent|join|locale|numfmt|pgrep|printenv|ps|sha\d+sum|shasum|sum|tsort|unexpand|yes|zcat|bzcat|xzcat|zstdcat|date)$/;

/** echo has three options, and none behind its first operand. */
function forEcho(judged: Judgement, before: readonly CommandWord[]): Judgement {
  if (before.some(({ text, literal }) => literal && !/^-[neE]+$/.test(text) && !text.startsWith('UTCP_ARG_')))
    return FINE;
  return { ...judged, demands: judged.demands.map((demand) => ({ ...demand, refused: /^-[neE]+$/ })) };
}

type Expected = 'data' | 'closed' | 'variable' | 'unknown' | undefined;

class ArgumentReader {
  readonly #program: string;
  readonly #row: Data;
  readonly #words: readonly CommandWord[];
  readonly #fed: readonly Source[];
  readonly #environment: readonly Source[];
  readonly #judgeInner: JudgeCommand;
  readonly #judged: Judgement[] = [];
  #operands = 0;
  #ended = false;
  #expected: Expected;
  /** The latest option that is not in the lists. */
  #strange: string | undefined;
  #closed = false;

  constructor(
    program: string,
    row: Data,
    words: readonly CommandWord[],
    fed: readonly Source[],
    environment: readonly Source[],
    judgeInner: JudgeCommand,
  ) {
    this.#program = program;
    this.#row = row;
    this.#words = words;
    this.#fed = fed;
    this.#environment = environment;
    this.#judgeInner = judgeInner;
  }

  read(): Judgement {
    const { runsAfter, commands, inputIsCode } = this.#row;
    for (const [index, word] of this.#words.entries()) {
      if (this.#expected === 'data' || this.#expected === 'closed' || this.#expected === 'variable') {
        this.#readValue(word, word.prefix, this.#expected);
        this.#expected = undefined;
      } else if (!this.#ended && /^-./.test(word.prefix)) {
        if (word.text === '--') {
          // find reads expressions behind it.
          this.#ended = this.#row.oneDash !== true;
          this.#expected = undefined;
        } else this.#expected = this.#readOption(word);
      } else if (commands && this.#operands === 0) {
        return all(...this.#judged, this.#readOptions(), this.#readSubcommand(word, index));
      } else if (runsAfter !== undefined && this.#operands >= runsAfter) {
        return all(...this.#judged, this.#readOptions(), this.#readCommand(index), this.#readInput(false));
      } else {
        this.#readOperand(word);
        this.#expected = undefined;
      }
    }
    return all(...this.#judged, this.#readOptions(), this.#readInput(inputIsCode === true));
  }

  /** An option that may run what it names, or that is not known, may also run what is in a variable. */
  #readOptions(): Judgement {
    if (!this.#closed && this.#strange === undefined) return FINE;
    const why = `is in a variable that ${this.#program} is given, with an option that may run it`;
    return all(danger(this.#environment, why, NOT_IN_VARIABLE), runsAnything(this.#program, this.#environment));
  }

  #refuse(sources: readonly Source[], why: string, hint: string): void {
    this.#judged.push(danger(sources, why, hint));
  }

  #readValue(word: CommandWord, prefix: string, kind: 'data' | 'closed' | 'variable'): void {
    if (word.sources.length === 0) return;
    if (kind === 'closed') {
      this.#refuse(
        word.sources,
        `is given to an option of ${this.#program} that runs or loads what it names`,
        WRITE_IT,
      );
    } else if (word.splits) {
      this.#refuse(word.sources, 'may become several words, options among them', 'Write it in double quotes.');
    } else if (kind === 'variable') {
      const name = /^(\w+)=/.exec(prefix)?.[1];
      if (name === undefined || !isDataVariable(name)) {
        this.#refuse(
          word.sources,
          'sets a variable that is not known to be data',
          'Write NAME=value with a name of your own.',
        );
      }
    }
  }

  /** Reads one option, and tells what the next word is. */
  #readOption(word: CommandWord): Expected {
    const { prefix, text, sources } = word;
    const long = prefix.startsWith('--') || this.#row.oneDash === true;
    if (!long) return this.#readLetters(word);
    const written = prefix.replace(/^--?/, '');
    const equals = written.indexOf('=');
    const name = equals < 0 ? written : written.slice(0, equals);
    if (equals < 0) {
      if (sources.length > 0) {
        this.#refuse(
          sources,
          `is part of the name of an option of ${this.#program}`,
          'Write the whole option in the template.',
        );
        return undefined;
      }
      const kind = this.#kindOf(name);
      if (kind === 'unknown') this.#strange = text;
      return kind;
    }
    const kind = this.#kindOf(name);
    if (kind === 'unknown' || kind === undefined) this.#refuseOption(sources, `--${name}`);
    else this.#readValue(word, written.slice(equals + 1), kind);
    return undefined;
  }

  #readLetters(word: CommandWord): Expected {
    const { prefix, text, sources } = word;
    if (this.#kindOf(prefix.slice(1)) !== 'unknown' && prefix.length > 2 && sources.length === 0) {
      return this.#kindOf(prefix.slice(1));
    }
    for (let at = 1; at < prefix.length; at++) {
      const letter = prefix.charAt(at);
      const kind = this.#kindOf(letter);
      if (kind === undefined) continue;
      if (kind === 'unknown') {
        // git log -10
        if (/^-\d+$/.test(text)) return undefined;
        this.#strange = text;
        this.#refuseOption(sources, `-${letter}`);
        return sources.length > 0 ? undefined : 'unknown';
      }
      const attached = text.length > at + 1;
      if (!attached) return kind;
      this.#readValue(word, prefix.slice(at + 1), kind);
      return undefined;
    }
    if (sources.length > 0) {
      this.#refuse(sources, `is part of the options of ${this.#program}`, 'Write the whole option in the template.');
    }
    return undefined;
  }

  /** What the value of an option is; `undefined` for an option without a value. */
  #kindOf(name: string): Expected {
    const { flags = [], valued = [], variables = [], closed = [] } = this.#row;
    if (closed.includes(name)) {
      this.#closed = true;
      return 'closed';
    }
    if (variables.includes(name)) return 'variable';
    // An option that may stand without a value says nothing of the next word.
    if (flags.includes(name)) return undefined;
    return valued.includes(name) ? 'data' : 'unknown';
  }

  #refuseOption(sources: readonly Source[], option: string): void {
    this.#refuse(
      sources,
      `is the value of ${option}, which is not known to be data for ${this.#program}`,
      `Use another option, or a script of your own that calls ${this.#program}.`,
    );
  }

  #readOperand(word: CommandWord): void {
    const index = this.#operands++;
    const { sources } = word;
    if (sources.length === 0) return;
    const { operands = 0 } = this.#row;
    const program = this.#program;
    if (operands === 'none' || index < operands) {
      this.#refuse(sources, `chooses what ${program} runs`, WRITE_IT);
    } else if (this.#expected === 'unknown' || (operands > 0 && this.#strange !== undefined)) {
      const why = `may be the value of ${this.#strange}, which is not known to be data for ${program}`;
      this.#refuse(sources, why, 'Put -- or another argument between them.');
    } else if (!this.#ended && word.prefix === '-') {
      this.#refuse(sources, `is part of the options of ${program}`, 'Write the whole option in the template.');
    } else if (!this.#ended) this.#judged.push(judgeOperand(word, program));
  }

  #readSubcommand(word: CommandWord, index: number): Judgement {
    const rest = this.#words.slice(index + 1);
    const row = Object.hasOwn(this.#row.commands ?? {}, word.text) ? this.#row.commands?.[word.text] : undefined;
    const name = `${this.#program} ${word.text}`;
    if (word.sources.length > 0) return danger(word.sources, `chooses what ${this.#program} does`, WRITE_IT);
    if (row && word.literal) return judgeData(name, row, rest, this.#fed, this.#environment, this.#judgeInner);
    const given = [...sourcesOf(rest), ...this.#fed, ...this.#environment];
    return all(
      danger(
        given,
        `is given to ${name}, which is not known to treat it as data`,
        `Use another subcommand, or a script of your own that calls ${name}.`,
      ),
      runsAnything(name, given),
    );
  }

  #readCommand(index: number): Judgement {
    const rest = this.#words.slice(index);
    const words = rest[0]?.text === '--' ? rest.slice(1) : rest;
    if (this.#strange !== undefined) {
      const why = `is given to ${this.#program} with ${this.#strange}, which is not known`;
      return danger([...sourcesOf(words), ...this.#fed], why, WRITE_IT);
    }
    return this.#judgeInner(words, this.#fed);
  }

  #readInput(isCode: boolean): Judgement {
    if (!isCode && !this.#closed) return FINE;
    return danger(this.#fed, `is the input of ${this.#program}, which may read options or code from it`, INPUT_HINT);
  }
}

const NOT_IN_VARIABLE = 'Set the variable for another command only.';

export const WRITE_IT = 'Write it in the template.';
