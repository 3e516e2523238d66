import type { Declaration } from '../command.ts';
import { findParameter, type Parameter, parametersOf } from '../input.ts';
import {
  checkRange,
  coerce,
  flagName,
  inlineValue,
  isBoolean,
  isFlag,
  isTerminator,
  literalValue,
  type Source,
  sourceOf,
  type WrittenValue,
} from './values.ts';
import { FlagMistake } from './flag-mistake.ts';
import { GLOBAL_PARAMETERS, type GlobalParameter, type Globals } from './globals.ts';
import { lineProblem } from './problem.ts';
import { quoteWord, type Token, type TokenizedLine } from './token.ts';

/** The words that a shell has split already, laid out as a line so that positions can be shown. */
export function fromArguments(args: readonly string[]): TokenizedLine {
  const tokens: Token[] = [];
  let line = 'helve';
  for (const text of args) {
    const raw = written(text);
    const start = line.length + 1;
    line += ` ${raw}`;
    tokens.push({ text, raw, start, end: line.length, quoted: false });
  }
  return { line, tokens, warnings: [], fromShell: true };
}

/** A flag, its name and a file after @ are shown as they were typed; any other word so that it could be typed again. */
function written(text: string): string {
  const [, lead = '', value = ''] = /^(--?[A-Za-z][\w-]*(?:=|$))?(.*)$/s.exec(text) ?? [];
  if (value === '') return lead === '' ? quoteWord(text) : lead;
  return lead + (/^@[\w./:@%+,=-]*$/.test(value) ? value : quoteWord(value));
}

/** Reads words and flags one after the other. What a flag's value is depends on the command, which is set on the way. */
export class ArgumentReader {
  readonly words: Token[] = [];
  readonly input: Record<string, unknown> = Object.create(null);
  readonly sources: Source[] = [];
  readonly #globals: Record<string, unknown> = Object.create(null);
  readonly #line: TokenizedLine;
  readonly #given = new Map<Parameter, Token>();
  #index: number;
  #command: Declaration | undefined;
  /** Words mean something here: the command is still to be named, or it takes words. */
  #takesWords = true;

  constructor(line: TokenizedLine, from: number) {
    this.#line = line;
    this.#index = from;
  }

  get globals(): Globals {
    return this.#globals;
  }

  /** Reads so many words, or up to the first flag that is not a global one: module, action, and whatever follows them. */
  readWords(most = Number.POSITIVE_INFINITY): void {
    for (let token = this.#peek(); token && !isTerminator(token); token = this.#peek()) {
      if (this.words.length === most) return;
      if (!isFlag(token)) {
        this.words.push(token);
        this.#index++;
        continue;
      }
      const parameter = this.#findGlobal(token);
      if (!parameter) return;
      this.#readFlag(token, parameter, this.#globals);
    }
  }

  /** Reads the rest as the flags of a command. */
  readFlags(command: Declaration & { readonly words?: string }): void {
    this.#command = command;
    this.#takesWords = command.words !== undefined;
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (isTerminator(token)) {
        this.words.push(...this.#line.tokens.slice(this.#index + 1));
        this.#index = this.#line.tokens.length;
      } else if (isFlag(token)) {
        this.#readCommandFlag(command, token);
      } else {
        this.words.push(token);
        this.#index++;
      }
    }
  }

  /** Whether a parameter was given, here or somewhere still to be read. */
  has(parameter: Parameter): boolean {
    return parameter.name in this.input || this.sources.some((source) => source.parameter === parameter);
  }

  get atEnd(): boolean {
    return this.#peek() === undefined;
  }

  /** The flag at which reading stopped, which belongs to no command; `module`: it stands in the place of its action. */
  strayFlag(module?: string): Error {
    return new FlagMistake(this.#peek(), this.#line, module);
  }

  #peek(): Token | undefined {
    return this.#line.tokens[this.#index];
  }

  #place(token: Token | undefined) {
    const { line } = this.#line;
    return { line, start: token?.start ?? line.length, end: token?.end ?? line.length };
  }

  #findGlobal(token: Token): GlobalParameter | undefined {
    const name = flagName(token);
    return GLOBAL_PARAMETERS.find(
      (parameter) =>
        (token.text.startsWith('--') ? parameter.flag === name : parameter.short === name) &&
        (this.#line.fromShell || !parameter.terminalOnly),
    );
  }

  #readCommandFlag(command: Declaration, token: Token): void {
    const parameters = parametersOf(command);
    const name = flagName(token);
    if (!token.text.startsWith('--')) {
      const own = parameters.find((parameter) => parameter.short === name);
      if (own) return this.#readFlag(token, own, this.input);
      const global = this.#findGlobal(token);
      if (global) return this.#readFlag(token, global, this.#globals);
      throw new FlagMistake(token, this.#line, command);
    }
    const parameter = findParameter(parameters, name);
    if (parameter) return this.#readFlag(token, parameter, this.input);
    const fromStdin = parameters.find(({ stdinFlag }) => stdinFlag === name);
    if (fromStdin) return this.#readStdinFlag(token, fromStdin);
    const negated = name.startsWith('no-') ? findParameter(parameters, name.slice(3)) : undefined;
    if (negated && !negated.alone) return this.#readNegated(token, negated);
    const global = this.#findGlobal(token);
    if (global) return this.#readFlag(token, global, this.#globals);
    throw new FlagMistake(token, this.#line, command);
  }

  #readFlag(token: Token, parameter: Parameter, into: Record<string, unknown>): void {
    this.#index++;
    const value = this.#valueOf(token, parameter);
    if (parameter.repeats === 'all' && value) {
      into[parameter.name] = [...((into[parameter.name] as readonly string[] | undefined) ?? []), value.text];
      return;
    }
    this.#refuseRepeat(token, parameter, value);
    if (value === undefined) {
      into[parameter.name] = true;
      return;
    }
    const source = sourceOf(parameter, value, this.#line.fromShell);
    if (source) {
      this.sources.push(source);
      return;
    }
    const coerced = coerce(parameter, literalValue(parameter, value, this.#line.fromShell));
    if (into === this.#globals) checkRange(parameter, coerced, value);
    into[parameter.name] = coerced;
  }

  #readStdinFlag(token: Token, parameter: Parameter): void {
    this.#index++;
    const own = { ...parameter, flag: flagName(token), type: 'boolean' } as const;
    const said = this.#valueOf(token, own);
    if (said && !coerce(own, said)) return;
    const value = { ...this.#place(token), text: '-', quoted: false, unbalanced: false, lead: '' };
    this.#refuseRepeat(token, parameter, value);
    this.sources.push({ parameter, value });
  }

  #readNegated(token: Token, parameter: Parameter): void {
    this.#index++;
    if (parameter.type !== 'boolean') {
      throw lineProblem(`--${parameter.flag} takes a value, so there is no --no-${parameter.flag}`, this.#place(token));
    }
    const value = this.#valueOf(token, parameter);
    if (value) {
      // `--no-x false` may mean either.
      const isClear = /^(?:true|yes|on|1)$/i.test(value.text);
      throw lineProblem(
        `--no-${parameter.flag} takes no value`,
        { ...value, start: token.start },
        isClear
          ? { replacement: `--no-${parameter.flag}` }
          : { hint: `Write --${parameter.flag} or --no-${parameter.flag}.` },
      );
    }
    this.#refuseRepeat(token, parameter, undefined);
    this.input[parameter.name] = false;
  }

  /**
   * The value of a flag: after `=`, or the next word. A flag that is on or off may stand alone; a word behind it is its
   * value all the same, so that `--permanent no` is an error and never the opposite of what it says.
   */
  #valueOf(token: Token, parameter: Parameter): WrittenValue | undefined {
    const inline = inlineValue(token, this.#line.line);
    if (inline) return inline;
    const next = this.#peek();
    if (parameter.type === 'boolean') {
      if (!next || parameter.alone || isFlag(next) || isTerminator(next)) return undefined;
      if (this.#takesWords && !isBoolean(next.text)) return undefined;
    } else if (!next) {
      throw lineProblem(`--${parameter.flag} needs a value`, this.#place(token), { hint: describeValue(parameter) });
    } else if (this.#startsFlag(next)) {
      const literal = quoteWord(next.text);
      throw lineProblem(
        `--${parameter.flag} needs a value, and ${next.text} looks like a flag`,
        this.#place(next),
        this.#line.fromShell
          ? { hint: `If it is the value, write --${parameter.flag}=${literal}.` }
          : { hint: 'If it is the value, quote it.', replacement: literal },
      );
    }
    this.#index++;
    return {
      line: this.#line.line,
      start: next.start,
      end: next.end,
      text: next.text,
      quoted: next.quoted,
      unbalanced: next.unbalanced === true,
      lead: '',
    };
  }

  /** Whether a word where a value is expected is a flag. From a shell, quotes are gone: only known flags count as such. */
  #startsFlag(token: Token): boolean {
    if (token.quoted || !token.text.startsWith('--')) return false;
    if (!this.#line.fromShell) return true;
    const name = flagName(token);
    const parameters = this.#command ? parametersOf(this.#command) : [];
    return (
      findParameter(parameters, name) !== undefined ||
      (name.startsWith('no-') && findParameter(parameters, name.slice(3)) !== undefined) ||
      this.#findGlobal(token) !== undefined
    );
  }

  #refuseRepeat(token: Token, parameter: Parameter, value: WrittenValue | undefined): void {
    const before = this.#given.get(parameter);
    this.#given.set(parameter, token);
    if (!before || parameter.repeats) return;
    const earlier = this.input[parameter.name];
    const both =
      parameter.list === 'texts' && Array.isArray(earlier) && value
        ? `For several values: --${parameter.flag} ${quoteWord(JSON.stringify([...earlier, value.text]))}`
        : `Keep one of them.`;
    throw lineProblem(`--${parameter.flag} was given twice`, this.#place(token), { hint: both });
  }
}

function describeValue(parameter: Parameter): string {
  if (parameter.options) return `One of: ${parameter.options.join(', ')}.`;
  return `${parameter.description}.`;
}
