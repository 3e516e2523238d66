import type { Assignment, DoubleQuotedChild, Word, WordPart } from 'unbash';
import { expandBraces } from './braces.ts';
import { type ShellWord, toForm, UNKNOWN } from './line.ts';
import { DEEP, hasReserved, isPlain, ONE, STAR } from './shape.ts';

/** What words stand for where they are. */
export interface Scope {
  /** The texts that a variable may be at a place, with what is not known of them as in a shape; absent: any. */
  readonly variable: (name: string, position: number) => readonly string[] | undefined;
  readonly home: string | undefined;
}

/** A scope in which nothing is known. */
export const NO_SCOPE: Scope = { variable: () => undefined, home: undefined };

/** More texts than a word becomes in earnest. */
const MOST = 64;

/** Resolves the quotes of a word and finds out what in it only the shell can tell. */
export function readWord(word: Word, scope: Scope = NO_SCOPE): ShellWord {
  const { parts, text, value } = word;
  if (!parts) {
    const form = toForm(value);
    const shapes = atHome(hasReserved(value) ? undefined : [value], text, scope);
    return { text: value, form, holds: form.includes(UNKNOWN) ? 'anything' : 'text', ...(shapes && { shapes }) };
  }
  const pieces = parts.map((part, index) =>
    // Braces come before variables: `$x{1,2}` is `$x1` and `$x2`.
    part.type === 'SimpleExpansion' && parts[index + 1]?.type === 'BraceExpansion'
      ? ANYTHING
      : readPart(part, scope, false),
  );
  const all = pieces.reduce<readonly string[] | undefined>((before, piece) => join(before, piece.shapes), ['']);
  const holds = pieces.some((piece) => piece.holds === 'anything')
    ? 'anything'
    : pieces.some((piece) => piece.holds === 'names')
      ? 'names'
      : 'text';
  const form = pieces.map((piece) => piece.form).join('');
  const known = pieces.map((piece) => piece.text).join('');
  const deep = all?.map((shape) => shape.replace(/\uE002{2,}/g, DEEP));
  const shapes = atHome(deep, text, scope);
  return {
    text: holds === 'text' ? known : value,
    form,
    holds,
    ...(shapes && { shapes }),
  };
}

/** A variable that is set, as a word: `X=1`. */
export function readAssignment(assignment: Assignment, scope: Scope = NO_SCOPE): ShellWord {
  const { value, name, text } = assignment;
  const plain = assignment.index === undefined && !assignment.append && value.type === 'Word';
  if (!plain) return { text, form: `${toForm(name)}=${UNKNOWN}`, holds: 'anything' };
  const word = readWord(value, scope);
  return { text: `${name}=${word.text}`, form: `${toForm(name)}=${word.form}`, holds: word.holds };
}

/** What a variable becomes that is set to one of these words. Names that a pattern stands for are not known by character. */
export function textsOf(words: readonly Word[], scope: Scope): readonly string[] | undefined {
  const all = words.map((word) => {
    const { shapes } = readWord(word, scope);
    return /:~/.test(word.text) ? undefined : shapes;
  });
  const texts = new Set(all.flatMap((each) => each ?? []));
  return all.includes(undefined) || texts.size > MOST ? undefined : [...texts];
}

interface Piece {
  /** With what is known put in its place. */
  readonly text: string;
  readonly form: string;
  readonly holds: ShellWord['holds'];
  readonly shapes: readonly string[] | undefined;
}

const ANYTHING: Piece = { text: '', form: UNKNOWN, holds: 'anything', shapes: undefined };

function readPart(part: WordPart | DoubleQuotedChild, scope: Scope, quoted: boolean): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return plainPiece(part.value);
    case 'DoubleQuoted': {
      const pieces = part.parts.map((each) => readPart(each, scope, true));
      return {
        text: pieces.map((piece) => piece.text).join(''),
        form: pieces.map((piece) => piece.form).join(''),
        holds: pieces.some((piece) => piece.holds === 'anything') ? 'anything' : 'text',
        shapes: pieces.reduce<readonly string[] | undefined>((before, piece) => join(before, piece.shapes), ['']),
      };
    }
    case 'Glob':
      return { text: part.text, form: UNKNOWN, holds: 'names', shapes: [part.kind === 'star' ? STAR : ONE] };
    case 'BraceExpansion':
      return { ...ANYTHING, shapes: expandBraces(part.text) };
    case 'SimpleExpansion':
      return variablePiece(part.text.slice(1), { position: part.pos, quoted }, scope);
    case 'ParameterExpansion':
      if (part.operation ?? part.index ?? part.prefix) return ANYTHING;
      return variablePiece(part.parameter, { position: part.pos, quoted }, scope);
    default:
      return ANYTHING;
  }
}

function plainPiece(value: string): Piece {
  const form = toForm(value);
  if (hasReserved(value)) return { ...ANYTHING, text: value };
  return { text: value, form, holds: 'text', shapes: [value] };
}

/** Without quotes, white space in a variable divides words, and patterns in it become names. */
const STAYS_ONE_WORD = /^[\w./~:@%+,=-]+$/;

function variablePiece(
  name: string,
  { position, quoted }: { readonly position: number; readonly quoted: boolean },
  scope: Scope,
): Piece {
  const texts = scope.variable(name, position);
  if (!texts || (!quoted && !texts.every((text) => STAYS_ONE_WORD.test(text)))) return ANYTHING;
  const [text = '', ...others] = texts;
  return others.length === 0 && isPlain(text) ? plainPiece(text) : { ...ANYTHING, shapes: texts };
}

function join(
  before: readonly string[] | undefined,
  behind: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!before || !behind || before.length * behind.length > MOST) return undefined;
  return before.flatMap((one) => behind.map((other) => one + other));
}

/** Replaces a `~` that is written without quotes. `~somebody` is a home that only the system knows. */
function atHome(
  shapes: readonly string[] | undefined,
  written: string,
  { home }: Scope,
): readonly string[] | undefined {
  // To zsh, `=cat` is the file of the program.
  if (!shapes || written.startsWith('=')) return undefined;
  if (!written.startsWith('~')) return shapes;
  const resolved = shapes.map((shape) => {
    const rest = shape.slice(1);
    return home !== undefined && (rest === '' || rest.startsWith('/')) ? home + rest : undefined;
  });
  return resolved.includes(undefined) ? undefined : resolved.flatMap((each) => each ?? []);
}
