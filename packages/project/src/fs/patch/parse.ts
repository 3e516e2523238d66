import { CommandError, parameter, worded } from '@helve/command';
import { parsePatch as parseDiff, type StructuredPatch, type StructuredPatchHunk } from 'diff';
import type { Hunk, HunkLine } from './hunks.ts';
import { patchLines } from './lines.ts';

/** What a patch does to one file. */
export interface FileChange {
  /** Absent for a new file. */
  readonly from: string | undefined;
  /** Absent for a deleted one. */
  readonly to: string | undefined;
  /** `from` stays as it is. */
  readonly copy: boolean;
  /** Where the patch says so. */
  readonly executable: boolean | undefined;
  readonly hunks: readonly Hunk[];
}

export interface ParseOptions {
  /** How many leading folders to take off each name; absent: the `a/` and `b/` of git. */
  readonly strip?: number | undefined;
  readonly reverse: boolean;
}

/** Reads a unified diff, of git or of others. */
export function parsePatch(patch: string, { strip, reverse }: ParseOptions): readonly FileChange[] {
  const changes = parseFiles(patchLines(patch)).map((file) => toChange(file, strip, reverse));
  if (changes.length === 0) {
    throw new CommandError('INVALID_INPUT', 'The patch changes no file', {
      hint: 'Give a unified diff, with "--- a/file" and "+++ b/file" above its hunks.',
      details: { parameter: 'patch' },
    });
  }
  return reverse ? changes.toReversed() : changes;
}

function parseFiles(lines: string): StructuredPatch[] {
  if (lines === '') return [];
  try {
    return parseDiff(lines);
  } catch (cause) {
    throw new CommandError('INVALID_INPUT', `The patch cannot be read: ${(cause as Error).message}`, {
      hint: 'Make it again, for example with git diff.',
      details: { parameter: 'patch' },
      cause,
    });
  }
}

function toChange(file: StructuredPatch, strip: number | undefined, reverse: boolean): FileChange {
  const [from, to] = namesOf(file, strip);
  const hunks = file.hunks.map(toHunk);
  if (!reverse) return { from, to, copy: file.isCopy ?? false, executable: isExecutable(file.newMode), hunks };
  if (file.isCopy) {
    throw new CommandError('INVALID_INPUT', `The copy ${to} cannot be reversed`, {
      hint: `Delete it instead: helve fs delete --path ${to}`,
    });
  }
  return { from: to, to: from, copy: false, executable: isExecutable(file.oldMode), hunks: hunks.map(reverseHunk) };
}

function namesOf(file: StructuredPatch, strip: number | undefined): [string | undefined, string | undefined] {
  const { oldFileName: before, newFileName: after } = file;
  if (before === undefined || after === undefined) {
    throw new CommandError('INVALID_INPUT', 'A hunk of the patch has no file name above it', {
      hint: 'Put "--- a/file" and "+++ b/file" above each file\'s hunks.',
      details: { parameter: 'patch' },
    });
  }
  const isPrefixed =
    (before === '/dev/null' || before.startsWith('a/')) && (after === '/dev/null' || after.startsWith('b/'));
  // The parser puts a/ and b/ before the bare names of rename and copy lines, which stand alone where nothing changes.
  const bare = file.hunks.length === 0 && (file.isRename || file.isCopy) ? 1 : 0;
  const count = strip === undefined ? Number(isPrefixed) : Math.max(strip, bare);
  if (file.isCreate || before === '/dev/null') return [undefined, stripped(after, count)];
  if (file.isDelete || after === '/dev/null') return [stripped(before, count), undefined];
  // Two names without a rename are one file, as in `diff -u file.orig file`.
  const moves = file.isRename || file.isCopy;
  return [stripped(moves ? before : after, count), stripped(after, count)];
}

function stripped(name: string, count: number): string {
  const parts = name.split('/');
  if (parts.length > count) return parts.slice(count).join('/');
  throw new CommandError('INVALID_INPUT', `${name} has fewer than ${count} folders to take off`, {
    hint: worded`Give a smaller ${parameter('strip')}.`,
    details: { parameter: 'strip' },
  });
}

/** A git mode: only the right to run is tracked, and only files have text. */
function isExecutable(mode: string | undefined): boolean | undefined {
  if (mode === undefined) return undefined;
  if (mode.startsWith('100')) return mode.endsWith('755');
  throw new CommandError('INVALID_INPUT', `The patch makes a link or submodule (mode ${mode})`, {
    hint: 'Only files are patched; use git apply.',
    details: { parameter: 'patch' },
  });
}

function toHunk({ oldStart, newStart, lines }: StructuredPatchHunk): Hunk {
  const parsed: HunkLine[] = [];
  const open = { old: false, new: false };
  for (const line of lines) {
    const mark = line[0] ?? ' ';
    if (mark === ' ' || mark === '-' || mark === '+') {
      parsed.push({ mark, text: line.slice(1) });
      continue;
    }
    // "\ No newline at end of file" is about the line above it.
    const above = parsed.at(-1)?.mark;
    if (above !== '+') open.old = true;
    if (above !== '-') open.new = true;
  }
  return { oldStart, newStart, lines: parsed, oldOpen: open.old, newOpen: open.new };
}

const OPPOSITE = { ' ': ' ', '-': '+', '+': '-' } as const;

function reverseHunk(hunk: Hunk): Hunk {
  return {
    oldStart: hunk.newStart,
    newStart: hunk.oldStart,
    lines: hunk.lines.map(({ mark, text }) => ({ mark: OPPOSITE[mark], text })),
    oldOpen: hunk.newOpen,
    newOpen: hunk.oldOpen,
  };
}
