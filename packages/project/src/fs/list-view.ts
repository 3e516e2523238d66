import type { ListEntry } from './list.ts';
import { leftOut, printable } from './printable.ts';

export interface Listing {
  readonly entries: readonly ListEntry[];
  readonly omitted: number;
}

const HOW = 'list a folder of it, or raise --limit';
const MARKS: Readonly<Record<ListEntry['type'], string>> = { file: '', folder: '/', link: '@', other: '|' };

/** One name a line, marked as `ls -F` does. */
export function viewNames({ entries, omitted }: Listing): string {
  return [...entries.map(marked), ...leftOut(omitted, 'entries', HOW)].join('\n') || '(empty)';
}

/** Names with their sizes before them, where these are known. */
export function viewRows({ entries, omitted }: Listing): string {
  if (entries.every(({ size }) => size === undefined)) return viewNames({ entries, omitted });
  const sizes = entries.map(({ size }) => (size === undefined ? '-' : readableSize(size)));
  const width = sizes.reduce((widest, size) => Math.max(widest, size.length), 0);
  const rows = entries.map((entry, index) => `${(sizes[index] ?? '').padStart(width)}  ${marked(entry)}`);
  return [...rows, ...leftOut(omitted, 'entries', HOW)].join('\n') || '(empty)';
}

function marked({ path, type }: ListEntry): string {
  return printable(path) + MARKS[type];
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

function readableSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
