import type { GrepLine } from './line.ts';
import { byText, Smallest } from '../walk/smallest.ts';

export interface GrepMatch {
  path: string;
  line: number;
  column: number;
  text: string;
  clipped?: boolean | undefined;
  before?: string[] | undefined;
  after?: string[] | undefined;
}

export interface Around {
  readonly before: number;
  readonly after: number;
}

/** Keeps the first matches by path and line, counts all, and gives each the lines around it. */
export class GrepMatches {
  readonly #kept: Smallest<GrepMatch>;
  readonly #around: Around;
  #path: string | undefined;
  /** The last lines of the file, for the next match. */
  #recent: { readonly line: number; readonly text: string }[] = [];
  /** Matches that still take lines after them, and the last that each takes. */
  #open: { readonly match: GrepMatch; readonly last: number }[] = [];
  total = 0;
  files = 0;

  constructor(limit: number, around: Around) {
    this.#kept = new Smallest(limit, (a, b) => byText(a.path, b.path) || a.line - b.line);
    this.#around = around;
  }

  wantsLine(path: string, line: number, isMatch: boolean): boolean {
    if (path !== this.#path) {
      this.#path = path;
      this.#recent = [];
      this.#open = [];
      // Ripgrep names a file only where it matches.
      this.files++;
    }
    if (isMatch) this.total++;
    // Later lines of a file are not wanted either, so nothing is kept for them.
    return this.#kept.wants({ path, line, column: 0, text: '' }) || this.#open.some(({ last }) => line <= last);
  }

  add({ path, line, lines, column, text, clipped }: GrepLine): void {
    const { before, after } = this.#around;
    const rows =
      before > 0 || after > 0 ? text.split('\n').map((row, index) => ({ line: line + index, text: row })) : [];
    for (const { match, last } of this.#open) {
      match.after?.push(...rows.filter((row) => row.line <= last).map((row) => row.text));
    }
    if (column !== undefined) {
      const match: GrepMatch = { path, line, column, text };
      if (clipped) match.clipped = true;
      if (before > 0) match.before = this.#recent.filter((row) => row.line >= line - before).map((row) => row.text);
      if (after > 0) match.after = [];
      this.#kept.add(match);
      this.#open = this.#open.filter(({ last }) => last >= line + lines);
      if (after > 0) this.#open.push({ match, last: line + lines - 1 + after });
    }
    if (before > 0) this.#recent = [...this.#recent, ...rows].slice(-before);
  }

  sorted(): GrepMatch[] {
    return this.#kept.sorted();
  }
}
