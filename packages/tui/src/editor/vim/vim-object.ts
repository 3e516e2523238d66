import { lineAt, nextBoundary, type Range } from '../boundaries.ts';
import { vimWords } from './vim-words.ts';

const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  '(': ['(', ')'],
  ')': ['(', ')'],
  b: ['(', ')'],
  '[': ['[', ']'],
  ']': ['[', ']'],
  '{': ['{', '}'],
  '}': ['{', '}'],
  B: ['{', '}'],
  '<': ['<', '>'],
  '>': ['<', '>'],
};

/** A part of the text; `lines` where it is whole ones. */
type TextObject = Range & { readonly lines?: boolean };

/** A text object around the caret: the inside (`i`) or all of it (`a`). Undefined where there is none. */
export function objectAt(text: string, caret: number, which: 'i' | 'a', name: string): TextObject | undefined {
  if (name === 'w' || name === 'W') return wordAt(text, caret, which, name === 'W');
  if (name === 'p') return paragraphAt(text, caret, which);
  if (/^["'`]$/.test(name)) return quotedAt(text, caret, which, name);
  const pair = PAIRS[name];
  return pair && bracketedAt(text, caret, which, pair);
}

function wordAt(text: string, caret: number, which: 'i' | 'a', big: boolean): Range {
  const line = lineAt(text, caret);
  const words = vimWords(text, big).filter(({ start, end }) => start >= line.start && end <= line.end && end > start);
  const word = words.find(({ start, end }) => caret >= start && caret < end);
  if (!word) {
    // Between words, the space is the object, and all of it is with the word after.
    const start = words.findLast(({ end }) => end <= caret)?.end ?? line.start;
    const next = words.find((other) => other.start > caret);
    return { start, end: which === 'i' ? (next?.start ?? line.end) : (next?.end ?? line.end) };
  }
  if (which === 'i') return word;
  const after = /^[^\S\n]+/.exec(text.slice(word.end, line.end))?.[0].length ?? 0;
  if (after > 0) return { start: word.start, end: word.end + after };
  const leading = /[^\S\n]+$/.exec(text.slice(line.start, word.start))?.[0].length ?? 0;
  return { start: word.start - leading, end: word.end };
}

/** The lines around the caret that are all filled or all empty; all of it is with the ones after, or else before. */
function paragraphAt(text: string, caret: number, which: 'i' | 'a'): Range & { readonly lines: true } {
  const inner = alike(text, lineAt(text, caret));
  if (which === 'i') return { ...inner, lines: true };
  if (inner.end < text.length) {
    const { end } = alike(text, lineAt(text, inner.end + 1));
    return { start: inner.start, end, lines: true };
  }
  const start = inner.start > 0 ? alike(text, lineAt(text, inner.start - 1)).start : inner.start;
  return { start, end: inner.end, lines: true };
}

/** A line with those around it that are empty as it is, or filled as it is. */
function alike(text: string, line: Range): Range {
  const isEmpty = line.start === line.end;
  const isAlike = ({ start, end }: Range) => (start === end) === isEmpty;
  let { start, end } = line;
  while (start > 0 && isAlike(lineAt(text, start - 1))) ({ start } = lineAt(text, start - 1));
  while (end < text.length && isAlike(lineAt(text, end + 1))) ({ end } = lineAt(text, end + 1));
  return { start, end };
}

function quotedAt(text: string, caret: number, which: 'i' | 'a', quote: string): Range | undefined {
  const line = lineAt(text, caret);
  const quotes: number[] = [];
  for (let at = line.start; at < line.end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) quotes.push(at);
  }
  for (let index = 0; index + 1 < quotes.length; index += 2) {
    const [open = 0, close = 0] = quotes.slice(index);
    if (caret > close) continue;
    if (which === 'i') return { start: open + 1, end: close };
    const space = /^[^\S\n]+/.exec(text.slice(close + 1, line.end))?.[0].length ?? 0;
    return { start: open, end: close + 1 + space };
  }
  return undefined;
}

function bracketedAt(
  text: string,
  caret: number,
  which: 'i' | 'a',
  [open, close]: readonly [string, string],
): TextObject | undefined {
  let depth = 0;
  let start = caret;
  for (; start >= 0; start--) {
    if (text[start] === close && start !== caret) depth++;
    if (text[start] === open && depth-- === 0) break;
  }
  if (start < 0) return undefined;
  depth = 0;
  let end = start + 1;
  for (; end < text.length; end++) {
    if (text[end] === open) depth++;
    if (text[end] === close && depth-- === 0) break;
  }
  if (end >= text.length) return undefined;
  if (which === 'a') return { start, end: nextBoundary(text, end) };
  const inner = { start: start + 1, end };
  const lastLine = lineAt(text, end).start;
  const areLines = text[inner.start] === '\n' && text.slice(lastLine, end).trim() === '' && lastLine - 1 > inner.start;
  return areLines ? { start: inner.start + 1, end: lastLine - 1, lines: true } : inner;
}
