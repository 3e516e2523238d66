import { call, CommandError, parameter, worded } from '@helve/command';
import { nearestText, nearExcerpt } from '../edit/nearest-text.ts';

export interface HunkLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

export interface Hunk {
  /** Numbers of the first line before and after, from 1. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly HunkLine[];
  /** Its last line ends the file without a newline. */
  readonly oldOpen: boolean;
  readonly newOpen: boolean;
}

/** A hunk that was found so many lines further down than it says. */
export interface Offset {
  readonly hunk: number;
  readonly lines: number;
}

interface Lines {
  readonly lines: string[];
  /** The last line has no newline. */
  open: boolean;
}

/** Applies all hunks to a text, each where its lines are nearest to where it says; throws where one is not found. */
export function applyHunks(text: string, hunks: readonly Hunk[], subject: string) {
  const hasMark = text.startsWith('\uFEFF') && !hunks.some((hunk) => hunk.lines.some(isMarked));
  const file = toLines(hasMark ? text.slice(1) : text);
  const usual = usualEnding(file.lines);
  const result: Lines = { lines: [], open: file.open };
  const offsets: Offset[] = [];
  let done = 0;
  let offset = 0;
  for (const [index, hunk] of hunks.entries()) {
    const expected = hunk.oldStart - 1 + offset;
    const at = findHunk(file, hunk, expected, done);
    if (at === undefined) throw missing(file, hunk, { subject, number: index + 1, count: hunks.length, expected });
    offset += at - expected;
    if (offset !== 0) offsets.push({ hunk: index + 1, lines: offset });
    for (const line of file.lines.slice(done, at)) result.lines.push(line);
    done = at + sizeOf(hunk);
    for (const line of newLines(file, hunk, at, usual)) result.lines.push(line);
    const endsFile = done === file.lines.length;
    if (endsFile && (hunk.oldOpen || hunk.newOpen || done === 0)) result.open = hunk.newOpen;
  }
  for (const line of file.lines.slice(done)) result.lines.push(line);
  return { text: (hasMark ? '\uFEFF' : '') + fromLines(result), offsets };
}

function isMarked({ text }: HunkLine): boolean {
  return text.startsWith('\uFEFF');
}

function toLines(text: string): Lines {
  const lines = text.split('\n');
  const open = lines.at(-1) !== '';
  if (!open) lines.pop();
  return { lines, open };
}

function fromLines({ lines, open }: Lines): string {
  return lines.length === 0 ? '' : lines.join('\n') + (open ? '' : '\n');
}

function usualEnding(lines: readonly string[]): '' | '\r' {
  return lines.filter((line) => line.endsWith('\r')).length * 2 > lines.length ? '\r' : '';
}

function sizeOf(hunk: Hunk): number {
  return hunk.lines.filter((line) => line.mark !== '+').length;
}

function findHunk(file: Lines, hunk: Hunk, expected: number, least: number): number | undefined {
  const old = hunk.lines.filter((line) => line.mark !== '+').map((line) => bare(line.text));
  const most = file.lines.length - old.length;
  const fits = (at: number) =>
    at >= least &&
    at <= most &&
    old.every((line, index) => bare(file.lines[at + index] ?? '') === line) &&
    (!hunk.oldOpen || file.open) &&
    (!(hunk.oldOpen || hunk.newOpen) || at === most);
  if (old.length === 0) return fits(expected) ? expected : undefined;
  const furthest = Math.max(expected - least, most - expected);
  for (let distance = 0; distance <= furthest; distance++) {
    if (fits(expected + distance)) return expected + distance;
    if (fits(expected - distance)) return expected - distance;
  }
  return undefined;
}

function bare(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** What a hunk puts in place. Lines that stay are those of the file. */
function newLines(file: Lines, hunk: Hunk, at: number, usual: '' | '\r'): readonly string[] {
  const found = file.lines.slice(at, at + sizeOf(hunk));
  const old = hunk.lines.filter((line) => line.mark !== '+');
  // Where the patch knows the line endings of the file, it may change them; else it takes them over.
  const knowsEndings =
    file.lines.length === 0 ||
    (old.every((line, index) => line.text === found[index]) &&
      (usual === '' || hunk.lines.some((line) => line.text.endsWith('\r'))));
  const endsFile = at + found.length === file.lines.length;
  const closed = file.open && endsFile ? found.slice(0, -1) : found;
  const ending = closed.length === 0 ? usual : usualEnding(closed);
  const open = hunk.newOpen ? hunk.lines.findLastIndex((line) => line.mark !== '-') : -1;
  const lines: string[] = [];
  let read = 0;
  for (const [index, { mark, text }] of hunk.lines.entries()) {
    if (mark === '+') lines.push(knowsEndings || index === open ? text : bare(text) + ending);
    else if (mark === ' ') lines.push(found[read++] ?? '');
    else read++;
  }
  return lines;
}

interface Place {
  readonly subject: string;
  readonly number: number;
  readonly count: number;
  readonly expected: number;
}

function missing(file: Lines, hunk: Hunk, { subject, number, count, expected }: Place): CommandError {
  const old = hunk.lines.filter((line) => line.mark !== '+');
  const done = hunk.lines.filter((line) => line.mark !== '-');
  const applied = { ...hunk, oldOpen: hunk.newOpen, lines: done.map(({ text }) => ({ mark: ' ' as const, text })) };
  const details = { path: subject, hunk: number, line: expected + 1 };
  if (done.length > 0 && findHunk(file, applied, expected, 0) !== undefined) {
    return new CommandError('CONFLICT', `${subject}: hunk ${number} of ${count} seems to be applied already`, {
      hint: worded`Nothing was changed. Leave this hunk out, or take the change back with ${parameter('reverse')}.`,
      details,
    });
  }
  const wanted = old.map((line) => bare(line.text)).join('\n');
  const nearest = nearestText(file.lines.map(bare).join('\n'), wanted, 'the patch');
  return new CommandError('NO_MATCH', `${subject}: hunk ${number} of ${count} (line ${expected + 1}) was not found`, {
    hint: nearest
      ? `Nothing was changed. The nearest is at lines ${nearest.startLine}-${nearest.endLine}. ${nearest.difference}`
      : worded`Nothing was changed, and nothing in the file is like it; read the file again: ${call('fs read')}`,
    details: { ...details, ...(nearest ? { nearest, excerpt: nearExcerpt(nearest) } : {}) },
  });
}
