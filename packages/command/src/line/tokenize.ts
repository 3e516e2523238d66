import { endOfBlob } from './blob.ts';
import { operatorAt, operatorProblem } from './operator.ts';
import { PREFIXES, type Token, type TokenizedLine, unescapeAnsi, unescapeQuoted } from './token.ts';
import { lineProblem } from './problem.ts';

/** Splits a line into words, keeping for each whether it was quoted and where it stood. Values are not looked at. */
export function tokenize(line: string): TokenizedLine {
  const tokens: Token[] = [];
  const warnings: string[] = [];
  let index = 0;
  for (;;) {
    index = skipSpace(line, index);
    if (index >= line.length) return { line, tokens, warnings, fromShell: false };
    const token = readToken(line, index, warnings);
    tokens.push(token);
    index = token.end;
  }
}

const SPACE = /(?:\s|\\\r?\n)*/y;
const NEXT_COMMAND = new RegExp(`\\n\\s*(?:${PREFIXES.join('|')})\\s`);

function skipSpace(line: string, from: number): number {
  SPACE.lastIndex = from;
  const space = SPACE.exec(line)?.[0] ?? '';
  if (from > 0 && space.includes('\n') && NEXT_COMMAND.test(line.slice(from, from + space.length + 16))) {
    throw lineProblem(
      'A second command starts here',
      { line, start: from + space.length, end: from + space.length + 1 },
      { hint: 'One line is one command; helve batch runs several.' },
    );
  }
  return from + space.length;
}

/** Characters of a bare word that mean nothing special, so that most words are read in one step. */
const PLAIN = /[^\s'"`$|&;<>\\=\u2018\u2019\u201c\u201d{[]+/y;
const QUOTES: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '\u201c': '\u201d',
  '\u201d': '\u201d',
  '\u2018': '\u2019',
  '\u2019': '\u2019',
};

function readToken(line: string, start: number, warnings: string[]): Token {
  const blob = readBlob(line, start);
  let text = blob?.text ?? '';
  let index = blob?.end ?? start;
  const unbalanced = blob?.unbalanced === true;
  let valueMayStart = index === start;
  while (index < line.length) {
    PLAIN.lastIndex = index;
    const plain = PLAIN.exec(line)?.[0];
    if (plain !== undefined) {
      text += index === start ? withPlainDashes(plain, warnings) : plain;
      index += plain.length;
      valueMayStart = false;
      continue;
    }
    const char = line[index] ?? '';
    if (/\s/.test(char)) break;
    if (char in QUOTES && (valueMayStart || char === '"' || char === "'")) {
      const piece = readQuoted(line, index, index);
      if (char !== "'" && char !== '"')
        warnings.push(`Typographic quotes were read as plain ones: ${line.slice(index, piece.end)}`);
      text += piece.text;
      index = piece.end;
    } else if (char === '$' && line[index + 1] === "'") {
      const piece = readQuoted(line, index + 1, index);
      text += unescapeAnsi(line.slice(index + 2, piece.end - 1));
      index = piece.end;
    } else if (char === '\\' && /^\\\r?\n/.test(line.slice(index, index + 3))) {
      break;
    } else if ((char === '{' || char === '[') && valueMayStart) {
      const value = readBlob(line, index);
      text += value?.text ?? char;
      index = value === undefined || value.unbalanced ? index + 1 : value.end;
    } else {
      const operator = operatorAt(line, index, index === start);
      if (operator) throw operatorProblem(line, start, index, operator);
      text += char;
      index++;
      // `--flag=` is followed by a value, which may be JSON or typographically quoted like any other.
      valueMayStart = char === '=' && /^--[\w-]+=$/.test(text);
      continue;
    }
    valueMayStart = false;
  }
  const quoted = /^(?:["'\u2018\u2019\u201c\u201d]|\$')/.test(line.slice(start, start + 2));
  return { text, raw: line.slice(start, index), start, end: index, quoted, ...(unbalanced ? { unbalanced } : {}) };
}

/** The JSON value at `index`, if one begins there. One that is never closed may still be plain text: `[draft`. */
function readBlob(line: string, index: number): { text: string; end: number; unbalanced: boolean } | undefined {
  if (line[index] !== '{' && line[index] !== '[') return undefined;
  const end = endOfBlob(line, index);
  return end === undefined
    ? { text: line[index] ?? '', end: index + 1, unbalanced: true }
    : { text: line.slice(index, end), end, unbalanced: false };
}

/** A quoted piece whose opening quote stands at `open`; `shown` is where the piece begins, for the error. */
function readQuoted(line: string, open: number, shown: number): { text: string; end: number } {
  const quote = line[open] ?? '';
  const close = QUOTES[quote] ?? quote;
  for (let index = open + 1; index < line.length; index++) {
    const char = line[index];
    if (char === '\\') index++;
    else if (char === close) return { text: unescapeQuoted(line.slice(open + 1, index), close), end: index + 1 };
  }
  throw lineProblem(
    `The quote ${quote} is never closed`,
    { line, start: shown, end: shown + 1 },
    {
      hint:
        quote === "'" && /\w/.test(line[open - 1] ?? '')
          ? `An apostrophe inside a word opens a quote: put the value in double quotes.`
          : `Close it with ${close}, or write \\${close} for a literal one inside it.`,
    },
  );
}

/** Models write `—path` and `–path` where they mean `--path`. */
function withPlainDashes(word: string, warnings: string[]): string {
  const dashes = /^[\u2010-\u2015\u2212]+(?=[A-Za-z])/.exec(word);
  if (!dashes) return word;
  warnings.push(`A typographic dash was read as --: ${word}`);
  return `--${word.slice(dashes[0].length)}`;
}
