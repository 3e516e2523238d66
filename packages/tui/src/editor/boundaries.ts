import { graphemes } from '../text/width.ts';
import { isChip } from './chips.ts';

/** A part of a text, by its offsets there. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Word extends Range {
  /** Not white space and not punctuation. */
  readonly isWord: boolean;
}

const CHIPS = /([\u{100000}-\u{10fffd}])/u;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The line an offset is in, without its line end. */
export function lineAt(text: string, at: number): Range {
  const end = text.indexOf('\n', at);
  // Before the first place `lastIndexOf` looks at the first place.
  return { start: at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end };
}

/** What counts as one character here; a chip does, whatever stands beside it. */
export function characters(line: string): readonly string[] {
  return line.split(CHIPS).flatMap((piece) => (isChip(piece) ? [piece] : graphemes(piece)));
}

/** The nearest place after an offset where a caret may stand. */
export function nextBoundary(text: string, at: number): number {
  const { start, end } = lineAt(text, at);
  if (at >= end) return Math.min(text.length, end + 1);
  for (const boundary of boundaries(text, { start, end })) if (boundary > at) return boundary;
  return end;
}

/** The nearest place before an offset where a caret may stand. */
export function previousBoundary(text: string, at: number): number {
  const { start, end } = lineAt(text, at);
  if (at <= start) return Math.max(0, start - 1);
  let last = start;
  for (const boundary of boundaries(text, { start, end })) {
    if (boundary >= at) break;
    last = boundary;
  }
  return last;
}

/** The offset itself where a caret may stand there, or else the next place. */
export function snap(text: string, at: number): number {
  const bounded = Math.max(0, Math.min(at, text.length));
  const before = previousBoundary(text, bounded);
  return bounded === 0 || nextBoundary(text, before) === bounded ? bounded : nextBoundary(text, bounded);
}

export function nextWordEnd(text: string, at: number): number {
  let from = at;
  while (from < text.length) {
    const line = lineAt(text, from);
    const word = wordsIn(text, line).find(({ end, isWord }) => isWord && end > from);
    if (word) return word.end;
    from = line.end + 1;
  }
  return text.length;
}

export function previousWordStart(text: string, at: number): number {
  let from = at;
  while (from > 0) {
    const line = lineAt(text, from);
    const word = wordsIn(text, line).findLast(({ start, isWord }) => isWord && start < from);
    if (word) return word.start;
    from = line.start - 1;
  }
  return 0;
}

/** The words of a line and what is between them. */
export function wordsIn(text: string, line: Range): readonly Word[] {
  const found: Word[] = [];
  let start = line.start;
  for (const piece of text.slice(line.start, line.end).split(CHIPS)) {
    const parts = isChip(piece) ? [{ segment: piece, isWordLike: true }] : words.segment(piece);
    for (const { segment, isWordLike = false } of parts) {
      // A character that no list of words knows, as an emoji, is a word to whoever moves by words.
      const isWord = isWordLike || /[^\s\p{Punctuation}\p{Symbol}\p{Format}]|\p{Extended_Pictographic}/u.test(segment);
      if (segment !== '') found.push({ start, end: start + segment.length, isWord });
      start += segment.length;
    }
  }
  return found;
}

function* boundaries(text: string, { start, end }: Range): Generator<number> {
  let at = start;
  for (const character of characters(text.slice(start, end))) {
    yield at;
    at += character.length;
  }
  yield end;
}
