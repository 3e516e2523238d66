import type { Assignment, DoubleQuotedChild, Word, WordPart } from 'unbash';
import { type ShellWord, toForm, UNKNOWN } from './line.ts';

/** Resolves the quotes of a word and finds out what in it only the shell can tell. */
export function readWord(word: Word): ShellWord {
  const { parts, text, value } = word;
  if (!parts) {
    const form = toForm(value);
    return {
      text: value,
      form,
      holds: form.includes(UNKNOWN) ? 'anything' : 'text',
      ...pathOf(value, text),
    };
  }
  const pieces = parts.map(readPart);
  const form = pieces.map((piece) => piece.form).join('');
  const holds = pieces.some((piece) => piece.holds === 'anything')
    ? 'anything'
    : pieces.some((piece) => piece.holds === 'names')
      ? 'names'
      : 'text';
  return { text: value, form, holds, ...(holds === 'text' ? pathOf(value, text) : homePath(parts)) };
}

/** A variable that is set, as a word: `X=1`. */
export function readAssignment(assignment: Assignment): ShellWord {
  const { value, name, text } = assignment;
  const plain = assignment.index === undefined && !assignment.append && value.type === 'Word';
  if (!plain) return { text, form: `${toForm(name)}=${UNKNOWN}`, holds: 'anything' };
  const word = readWord(value);
  return { text: `${name}=${word.text}`, form: `${toForm(name)}=${word.form}`, holds: word.holds };
}

interface Piece {
  readonly form: string;
  readonly holds: ShellWord['holds'];
}

const ANYTHING: Piece = { form: UNKNOWN, holds: 'anything' };

function readPart(part: WordPart | DoubleQuotedChild): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted': {
      const form = toForm(part.value);
      return { form, holds: form.includes(UNKNOWN) ? 'anything' : 'text' };
    }
    case 'DoubleQuoted': {
      const pieces = part.parts.map(readPart);
      return {
        form: pieces.map((piece) => piece.form).join(''),
        holds: pieces.some((piece) => piece.holds === 'anything') ? 'anything' : 'text',
      };
    }
    case 'Glob':
      return { form: UNKNOWN, holds: 'names' };
    default:
      return ANYTHING;
  }
}

function pathOf(value: string, written: string): { readonly path?: string } {
  // To zsh, `=cat` is the file of the program.
  if (written.startsWith('=')) return {};
  if (!value.startsWith('~')) return { path: value };
  // A quoted ~ is a file of that name; ~somebody is a home that only the system knows.
  if (!written.startsWith('~')) return { path: `./${value}` };
  return value === '~' || value.startsWith('~/') ? { path: value } : {};
}

/** `$HOME/x` and `"${HOME}/x"` are clear enough. */
function homePath(parts: readonly (WordPart | DoubleQuotedChild)[]): { readonly path?: string } {
  const flat = parts.flatMap((part): readonly (WordPart | DoubleQuotedChild)[] =>
    part.type === 'DoubleQuoted' ? part.parts : [part],
  );
  const [first, ...rest] = flat;
  const isHome = first?.type === 'SimpleExpansion' || first?.type === 'ParameterExpansion';
  if (!isHome || !/^\$\{?HOME\}?$/.test(first.text)) return {};
  const pieces = rest.map((part) => (part.type === 'Literal' || part.type === 'SingleQuoted' ? part.value : undefined));
  const tail = pieces.join('');
  return pieces.includes(undefined) || !(tail === '' || tail.startsWith('/')) ? {} : { path: `~${tail}` };
}
