/** A line that ripgrep gives, or several where a match spans them. */
export interface GrepLine {
  readonly path: string;
  readonly line: number;
  /** From 1, in UTF-16 units; absent for a line of context. */
  readonly column: number | undefined;
  /** Without the line break at its end; of a long line only a part. */
  readonly text: string;
  readonly clipped: boolean;
  /** How many lines it is. */
  readonly lines: number;
}

/** What ripgrep's output is made into. */
export interface GrepEvents {
  /** Whether lines of this file are wanted; asked once for each file, before its lines. */
  wants(path: string): boolean;
  /** Whether this line of a wanted file is; called for each. */
  wantsLine(path: string, line: number, isMatch: boolean): boolean;
  line(line: GrepLine): void;
  binary(path: string): void;
  /** A match was too long to be looked at. */
  tooLong(): void;
}

/** Characters of a long line that are given, around the match. */
const CLIP = 500;

/** A line as it is given: `column` counts from 1 in `whole`, which begins `skipped` units into the line. */
export function clipLine(whole: string, column: number | undefined, skipped: number, more: boolean) {
  const text = whole.replace(/\r?\n?$/, '');
  const about = { column: column === undefined ? undefined : skipped + column, lines: text.split('\n').length };
  if (!more && text.length <= CLIP) return { ...about, text, clipped: false };
  const start = Math.max(0, Math.min((column ?? 1) - 1 - CLIP / 2, text.length - CLIP));
  return { ...about, text: cut(text, start, start + CLIP), clipped: true };
}

export function withoutDot(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

/** Not between the two halves of a character beyond the basic plane. */
function cut(text: string, start: number, end: number): string {
  const isLow = (index: number) => (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return text.slice(isLow(start) ? start + 1 : start, isLow(end) ? end - 1 : end);
}
