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
    return lexer?.lexInline(text, { gfm: true }) ?? plain;
  } catch (thrown) {
    // It calls itself for marks within marks, and runs out of stack where these go on for thousands.
    if (thrown instanceof RangeError) return plain;
    throw thrown;
  }
}
