import { quoteWord } from './line/token.ts';
import { toFlag } from './parameters.ts';

/** A text that may name parameters and commands. Each door writes them with the names that its callers use. */
export type Wording = string | readonly Part[];

type Part = string | number | ParameterName | CallName | IfOffered;

/** A parameter: `--old-text` on a line, `old_string` for a tool. */
interface ParameterName {
  readonly parameter: string;
}

/** A call to make next: `helve fs list --path src` on a line, `FsList {"path":"src"}` for a tool. */
interface CallName {
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Words only for callers who can give this parameter: a tool may not offer all that a line takes. */
interface IfOffered {
  readonly ifOffered: string;
  readonly words: readonly Part[];
}

/** Makes a text that names parameters or commands: worded`${parameter('oldText')} may not be empty`. */
export function worded(texts: readonly string[], ...values: readonly (Part | readonly Part[])[]): readonly Part[] {
  return texts.flatMap((text, index) => [text, values[index] ?? []].flat());
}

export function parameter(name: string): ParameterName {
  return { parameter: name };
}

/** Names a call of another command, by its path and its own parameters: `call('fs list', { path: 'src' })`. */
export function call(path: string, input: CallName['input'] = {}): CallName {
  return { call: path, input };
}

export function ifOffered(name: string, words: Wording): IfOffered {
  return { ifOffered: name, words: [words].flat() };
}

/** The names that the callers of a door use. */
export interface Names {
  readonly parameter: (name: string) => string;
  readonly offers: (parameter: string) => boolean;
  /** Absent: as on a command line. */
  readonly call?: (path: string, input: CallName['input']) => string;
}

/** As on a command line. */
const LINE_NAMES: Names = { parameter: asFlag, offers: () => true };

export function inWords(wording: Wording, names = LINE_NAMES): string {
  if (typeof wording === 'string') return wording;
  const { parameter: nameOf, offers, call: nameCall = asLine } = names;
  return wording
    .map((part) => {
      if (typeof part !== 'object') return part;
      if ('parameter' in part) return nameOf(part.parameter);
      if ('call' in part) return nameCall(part.call, part.input);
      return offers(part.ifOffered) ? inWords(part.words, names) : '';
    })
    .join('');
}

/** `lineNumbers` is `--line-numbers`. */
export function asFlag(name: string): string {
  return `--${toFlag(name)}`;
}

function asLine(path: string, input: CallName['input']): string {
  const flags = Object.entries(input).map(([name, value]) => {
    if (value === true || value === undefined) return value ? ` ${asFlag(name)}` : '';
    return ` ${asFlag(name)} ${quoteValue(typeof value === 'string' ? value : JSON.stringify(value))}`;
  });
  return `helve ${path}${flags.join('')}`;
}

/** A value to fill in and standard input are shown as they are. */
function quoteValue(value: string): string {
  return value === '…' || value === '-' ? value : quoteWord(value);
}
