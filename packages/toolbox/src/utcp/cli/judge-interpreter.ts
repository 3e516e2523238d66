import type { Interpreter } from '@helve/policy';
import { type CommandWord, sourcesOf } from './command-words.ts';
import type { Effect } from './effect.ts';
import { readInlineCode } from './inline-code.ts';
import { type KnownPrograms, mayBeWritten } from './known-programs.ts';
import { all, danger, FINE, judgeOperand, type Judgement, runsAnything, runsFile } from './judgement.ts';
import { isStream } from './judge-shell.ts';
import type { Source } from './taint.ts';

/** Modules of Python that take files and values, and run none of them. */
const PYTHON_MODULES =
  /^(json\.tool|http\.server|zipfile|tarfile|base64|gzip|calendar|venv|compileall|mimetypes|uuid)$/;

/** Judges an interpreter: what follows its code, or the file of its code, are arguments of that code. */
export function judgeInterpreter(
  name: string,
  row: Interpreter,
  rest: readonly CommandWord[],
  fed: readonly Source[],
  { environment, files, anyFile }: Pick<KnownPrograms, 'environment' | 'files' | 'anyFile'>,
): Judgement {
  const why = `is run by ${name}`;
  const hint =
    name === 'awk'
      ? `Set a variable of awk: awk -v x=UTCP_ARG_name_UTCP_END '{ print x }'`
      : 'Give it to the code as an argument, or in a variable of its environment.';
  const read = readCode(row, rest);
  const everything = [...sourcesOf(rest), ...fed, ...environment];
  const before = all(
    danger(sourcesOf(read.code), why, hint),
    danger(sourcesOf(read.values), `is given to an option of ${name} that may run it`, hint),
  );
  if (before.dangers.length > 0) return before;
  if (read.strange !== undefined) {
    const strange = `is given to ${name} with ${read.strange}, which is not known`;
    return all(danger(everything, strange, hint), runsAnything(name, everything));
  }
  if (read.code.some(({ literal }) => !literal))
    return all(
      danger(everything, `is given to code of ${name} that is not known`, hint),
      runsAnything(name, everything),
    );
  const { operands } = read;
  const texts = read.code.map(({ text }) => text);
  if (texts.length > 0 || read.module !== undefined) {
    const readings = texts.map((text) => readInlineCode(name, text));
    const doubt = readings.find((each) => each.doubt !== undefined)?.doubt;
    const known = { ...FINE, effects: effectsOfCode(name, row, rest, read, readings, everything) };
    const script = `Put the code in a file of your own, and call it with the value: ${name} file UTCP_ARG_…`;
    if (doubt !== undefined)
      return all(danger(everything, `is given to code of ${name} that may run it (${doubt})`, script), known);
    if (read.module !== undefined && !PYTHON_MODULES.test(read.module)) {
      const module = `is given to the module ${read.module}, which may run it`;
      return all(danger(everything, module, 'Use a script of your own.'), known);
    }
    if (mayOpen(row, rest, read))
      return all(
        danger(
          sourcesOf(operands),
          `is opened by ${name} in a way that runs programs`,
          `Pass the file as input: ${name} … < UTCP_ARG_name_UTCP_END`,
        ),
        known,
      );
    return all(read.ended ? FINE : judgeFirst(operands, name), known);
  }
  const [file] = operands;
  if (file?.literal && anyFile) return mayBeWritten(file.text, files);
  const runs = file?.literal ? runsFile(name, file.text, everything) : runsAnything(name, everything);
  return all(judgeFile(name, row, operands, fed, why, hint), runs);
}

/** Code can load modules from the folder it is in. awk and sed cannot, and write files only in some ways. */
function effectsOfCode(
  name: string,
  { codeFirst }: Interpreter,
  rest: readonly CommandWord[],
  { module }: ReadCode,
  readings: readonly ReturnType<typeof readInlineCode>[],
  everything: readonly Source[],
): readonly Effect[] {
  const doubtful = readings.some(({ doubt }) => doubt !== undefined);
  const inPlace = rest.some(({ prefix }) => /^(-[a-zA-Z]*i|--in-place)/.test(prefix)) && /^(sed|perl|ruby)$/.test(name);
  const writes = module !== undefined || doubtful || inPlace || readings.some((each) => each.writes);
  const leaves: readonly Effect[] =
    writes && everything.length > 0 ? [{ type: 'leaves', place: 'anywhere', sources: everything }] : [];
  const inert = codeFirst === true && !doubtful;
  return inert ? leaves : [{ type: 'runs', program: name, what: 'anything', given: everything }, ...leaves];
}

/** Only with options of which it is known that they open no argument can operands be data. */
function mayOpen({ opens }: Interpreter, rest: readonly CommandWord[], { operands }: ReadCode): boolean {
  if (!opens) return false;
  const options = rest.slice(0, rest.length - operands.length).filter(({ text }) => text.startsWith('-'));
  return !options.every(({ text }) => /^-(w|l)*(e|E)?$/.test(text));
}

/** Arguments of code that is given as text: options may be read up to the first. */
function judgeFirst(operands: readonly CommandWord[], name: string): Judgement {
  const [first] = operands;
  return first && first.text !== '--' ? judgeOperand(first, name) : FINE;
}

function judgeFile(
  name: string,
  { fileFromCaller }: Interpreter,
  operands: readonly CommandWord[],
  fed: readonly Source[],
  why: string,
  hint: string,
): Judgement {
  const [file, ...args] = operands;
  if (!file) return danger(fed, why, hint);
  if (file.sources.length > 0) {
    const written = file.sources.some((source) => source.file === true);
    const plain =
      fileFromCaller &&
      fed.length === 0 &&
      !written &&
      file.lead !== 'unknown' &&
      !file.splits &&
      !/^[<>]\(/.test(file.text);
    if (!plain || (file.prefix !== '' && isStream(file.prefix))) return danger([...file.sources, ...fed], why, hint);
    const refused = /^-|(^|\/)(dev|proc)\//;
    const names = typeof file.lead === 'string' ? [] : file.lead;
    const reason = `would not be a file for ${name}`;
    return { ...FINE, demands: names.map((each) => ({ name: each, refused, why: reason, hint: 'Name a file.' })) };
  }
  if (file.literal && !/[./]/.test(file.text)) {
    const subcommand = `is given to ${name} ${file.text}, which may be a subcommand that runs it`;
    return danger([...fed, ...sourcesOf(args)], subcommand, `Write a path: ${name} ./${file.text}`);
  }
  const reads = !file.literal || isStream(file.text);
  return reads ? danger([...fed, ...sourcesOf(args)], why, hint) : FINE;
}

interface ReadCode {
  readonly code: readonly CommandWord[];
  readonly module: string | undefined;
  /** Values of other options. */
  readonly values: readonly CommandWord[];
  readonly operands: readonly CommandWord[];
  /** No option is read behind the code. */
  readonly ended: boolean;
  readonly opens: boolean;
  readonly strange: string | undefined;
}

function readCode(row: Interpreter, rest: readonly CommandWord[]): ReadCode {
  const { flags = [], attached = [], valued = [], code: codeOptions, last = [], opens = [], codeFirst, permutes } = row;
  const operands: CommandWord[] = [];
  const code: CommandWord[] = [];
  const values: CommandWord[] = [];
  let module: string | undefined;
  let opened = false;
  let strange: string | undefined;
  let index = 0;
  const take = (word: CommandWord, from: number): CommandWord | undefined => {
    if (word.text.length > from) return { ...word, text: word.text.slice(from) };
    index++;
    return rest[index];
  };
  const done = (ended: boolean): ReadCode => ({
    code,
    module,
    values,
    operands: [...operands, ...rest.slice(index)],
    ended,
    opens: opened,
    strange,
  });
  const open = (option: string) => {
    opened ||= opens.includes(option);
  };
  /** Reads an option and what follows it in its word; tells whether options end there. */
  const readOption = (option: string, word: CommandWord, from: number): 'next' | 'more' | 'end' => {
    open(option);
    if (last.includes(option)) {
      const value = take(word, from);
      if (option === 'm') module = value?.literal ? value.text : '?';
      else if (value) code.push(value);
      if (option === 'm' && value) values.push(value);
      return 'end';
    }
    if (codeOptions.includes(option) || valued.includes(option)) {
      const value = take(word, from);
      if (value)
        (codeOptions.includes(option) ? code : values).push(
          isVariableOfAwk(option, codeFirst, value) ? { ...value, sources: [] } : value,
        );
      return 'next';
    }
    if (attached.includes(option)) {
      values.push(word);
      return 'next';
    }
    if (!flags.includes(option)) strange ??= word.text;
    return 'more';
  };
  for (; index < rest.length; index++) {
    const word = rest[index];
    if (!word) break;
    if (!/^-./.test(word.prefix)) {
      if (!permutes) break;
      operands.push(word);
      continue;
    }
    if (word.text === '--') {
      index++;
      return finish(true);
    }
    if (
      word.prefix.startsWith('--') ||
      [...codeOptions, ...flags].some((name) => name.length > 1 && `-${name}` === word.text)
    ) {
      const equals = word.prefix.indexOf('=');
      const option = word.prefix.slice(word.prefix.startsWith('--') ? 2 : 1, equals < 0 ? undefined : equals);
      const from = equals < 0 ? word.text.length : equals + 1;
      const read = readOption(option, word, from);
      if (read === 'more' && word.sources.length > 0) strange ??= word.text;
      if (read === 'end') {
        index++;
        return done(true);
      }
      continue;
    }
    if (word.prefix.length === 1) strange ??= word.text;
    for (let at = 1; at < word.prefix.length; at++) {
      const read = readOption(word.prefix.charAt(at), word, at + 1);
      if (read === 'end') {
        index++;
        return done(true);
      }
      if (read === 'next') break;
      if (at === word.prefix.length - 1 && word.sources.length > 0) strange ??= word.text;
    }
  }
  return finish(false);

  function finish(ended: boolean): ReadCode {
    operands.push(...rest.slice(index));
    index = rest.length;
    const first = codeFirst && code.length === 0 ? operands.shift() : undefined;
    if (first) code.push(first);
    return done(ended);
  }
}

/** `awk -v name=value` and `awk -F value`: both are data. */
function isVariableOfAwk(option: string, codeFirst: true | undefined, { prefix, splits, text }: CommandWord): boolean {
  if (!codeFirst || splits) return false;
  return option === 'F' || (option === 'v' && /^v?[A-Za-z_]\w*=/.test(prefix.replace(/^-v/, ''))) || text === '';
}
