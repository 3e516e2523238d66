import { malformed } from './binary.ts';
import type { Hunk, HunkLine } from './hunks.ts';

const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads the hunk whose header is at a line. Its header counts its lines, so nothing in it can be mistaken. */
export function readHunk(lines: readonly string[], start: number): { readonly hunk: Hunk; readonly next: number } {
  const header = HUNK_HEADER.exec(lines[start] ?? '');
  if (!header) throw malformed(start, 'is not a hunk header of the form "@@ -1,3 +1,4 @@"');
  const [oldCount, newCount] = [Number(header[2] ?? 1), Number(header[4] ?? 1)];
  let [before, after] = [oldCount, newCount];
  const read: HunkLine[] = [];
  const open = { old: false, new: false };
  // "\ No newline at end of file" is about the line above it.
  const noteOpen = () => {
    const above = read.at(-1)?.mark;
    if (above !== '+') open.old = true;
    if (above !== '-') open.new = true;
  };
  let at = start + 1;
  for (; before > 0 || after > 0; at++) {
    // An empty context line may have lost its one space; the last line of the patch is no line.
    const line = lines[at] ?? '';
    const whole = at < lines.length - 1 && (line === '' || line === '\r') ? ` ${line}` : line;
    const mark = whole[0];
    if (mark === ' ' || mark === '-') before--;
    if (mark === ' ' || mark === '+') after--;
    if (!(mark === ' ' || mark === '-' || mark === '+' || mark === '\\') || before < 0 || after < 0) {
      throw malformed(start, 'counts other lines than its hunk has');
    }
    if (mark === '\\') noteOpen();
    else read.push({ mark, text: whole.slice(1) });
  }
  if (lines[at]?.startsWith('\\')) {
    noteOpen();
    at++;
  }
  const following = (lines[at] ?? '').replace(/\r$/, '');
  const isHeader = /^--- ./.test(following) && lines[at + 1]?.startsWith('+++ ');
  if (/^[ +-]/.test(following) && following !== '-- ' && following !== '--' && !isHeader) {
    throw malformed(start, 'counts fewer lines than its hunk has');
  }
  const hunk = {
    // A hunk without lines on one side names the line that it follows.
    oldStart: Number(header[1]) + (oldCount === 0 ? 1 : 0),
    newStart: Number(header[3]) + (newCount === 0 ? 1 : 0),
    lines: read,
    oldOpen: open.old,
    newOpen: open.new,
  };
  return { hunk, next: at };
}
