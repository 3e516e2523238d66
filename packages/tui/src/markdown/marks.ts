import type { Lexer, Token } from 'marked';

let lexer: typeof Lexer | undefined;

/** Loads what finds the marks within a line. It is no part of the first picture; until it is there, text is shown plain. */
export async function loadMarks(): Promise<void> {
  lexer = (await import('marked')).Lexer;
}

/** The text as pieces with marks and without. */
export function findMarks(text: string): readonly Token[] {
  const plain: readonly Token[] = [{ type: 'text', raw: text, text }];
  try {
    return (lexer && readMarks(text, lexer)) ?? plain;
  } catch (thrown) {
    // It calls itself for marks within marks, and runs out of stack where these go on for thousands.
    if (thrown instanceof RangeError) return plain;
    throw thrown;
  }
}

// Between a mark of punctuation and a letter, stars can only begin something: that follows from how languages with
// spaces are written. In others words go on right behind it: **"quoted"**는. A mark of punctuation that nobody writes
// is put there for as long as the stars are looked for.
const UNWRITTEN = '\u2e2a';
const ENDING = /(?<=[^\s*\p{L}\p{N}\p{Ps}\p{Pi}])(\*{1,3})(?=\p{Lo})/gu;
const BEGINNING = /(?<=\p{Lo})(\*{1,3})(?=[\p{Ps}\p{Pi}"'`])/gu;

function readMarks(text: string, marked: typeof Lexer): readonly Token[] {
  const helped = text.includes('*')
    ? text.replace(ENDING, `$1${UNWRITTEN}`).replace(BEGINNING, `${UNWRITTEN}$1`)
    : text;
  const tokens = marked.lexInline(helped, { gfm: true });
  return helped === text ? tokens : (JSON.parse(JSON.stringify(tokens).replaceAll(UNWRITTEN, '')) as Token[]);
}
