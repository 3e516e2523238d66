/** A line of a diff, without its sign. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'note';
  readonly text: string;
  /** Its line in the file, before the change where it was removed; absent: not known. */
  readonly number?: number;
}

export interface Diff {
  readonly path: string | undefined;
  readonly lines: readonly DiffLine[];
  /** How many further lines whoever made this has left out. */
  readonly leftOut: number;
}

/**
 * The one region that differs between two texts: what was there, then what is there now. No lines around it. They are
 * numbered where `isWhole` tells that the texts are whole files.
 */
export function changedRegion(before: string, after: string, isWhole = false): readonly DiffLine[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start++;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const at = (index: number) => (isWhole ? { number: start + index + 1 } : {});
  const lines = [
    ...old.slice(start, old.length - end).map((text, index): DiffLine => ({ kind: 'removed', text, ...at(index) })),
    ...now.slice(start, now.length - end).map((text, index): DiffLine => ({ kind: 'added', text, ...at(index) })),
  ];
  return lines.length > 0 ? lines : [{ kind: 'note', text: 'only the line break at the end differs' }];
}

/** Reads what `diff -u` or git writes, or the preview of an edit: its path, then lines with `- ` and `+ `. */
export function parseDiff(text: string): readonly Diff[] {
  const lines = linesOf(text);
  return lines.some((line) => line.startsWith('@@ ')) ? parseUnified(lines) : [parsePreview(lines)];
}

/** How many lines whoever made a preview has left out. */
const MORE = /^\.\.\. and (\d+) more lines$/;

function parsePreview([path, ...lines]: readonly string[]): Diff {
  const more = MORE.exec(lines.at(-1) ?? '');
  const shown = more ? lines.slice(0, -1) : lines;
  return { path, lines: shown.map((line) => signed(line, 2)), leftOut: Number(more?.[1] ?? 0) };
}

function parseUnified(lines: readonly string[]): readonly Diff[] {
  const diffs: { path: string | undefined; lines: DiffLine[]; leftOut: number }[] = [];
  // How many lines of each side the hunk still has: only that tells a removed line `-- x` from a header.
  let [old, now] = [0, 0];
  // The lines that come next on each side.
  let [oldLine, newLine] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const more = index === lines.length - 1 ? MORE.exec(line) : null;
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    const last = diffs.at(-1);
    if (more && last) {
      last.leftOut = Number(more[1]);
    } else if (old > 0 || now > 0) {
      const read = signed(line, 1);
      const number = read.kind === 'removed' ? oldLine : newLine;
      if (read.kind === 'removed' || read.kind === 'same') [old, oldLine] = [old - 1, oldLine + 1];
      if (read.kind === 'added' || read.kind === 'same') [now, newLine] = [now - 1, newLine + 1];
      last?.lines.push(read.kind === 'note' ? read : { ...read, number });
    } else if (hunk) {
      [old, now] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)];
      [oldLine, newLine] = [Number(hunk[1]), Number(hunk[3])];
      if (diffs.length === 0) diffs.push({ path: undefined, lines: [], leftOut: 0 });
      diffs.at(-1)?.lines.push({ kind: 'note', text: line });
    } else if (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ')) {
      diffs.push({ path: pathOf(line, lines[index + 1] ?? ''), lines: [], leftOut: 0 });
    }
  }
  return diffs;
}

function pathOf(before: string, after: string): string {
  const name = (line: string, prefix: RegExp) => (line.slice(4).split('\t', 1)[0] ?? '').replace(prefix, '');
  const now = name(after, /^b\//);
  return now === '/dev/null' ? name(before, /^a\//) : now;
}

function signed(line: string, signLength: number): DiffLine {
  const text = line.slice(signLength);
  if (line.startsWith('+')) return { kind: 'added', text };
  if (line.startsWith('-')) return { kind: 'removed', text };
  return line.startsWith('\\') ? { kind: 'note', text: line } : { kind: 'same', text };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
