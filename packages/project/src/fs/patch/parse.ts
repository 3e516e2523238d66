import { call, CommandError, parameter, worded } from '@helve/command';
import { type BinaryData, malformed, readBinary } from './binary.ts';
import type { Hunk } from './hunks.ts';
import {
  type Exists,
  gitNames,
  headerName,
  loneName,
  type NamedFile,
  sourceName,
  stripCount,
  targetName,
} from './names.ts';
import { readHunk } from './read-hunk.ts';

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
  readonly binary?: BinaryData | undefined;
  /** The patch says that the file differs, and does not hold its content. */
  readonly unknownContent?: true;
  /** The start of the hash under which git knows the content before. */
  readonly gitHash?: string | undefined;
}

export interface ParseOptions {
  /** How many leading folders to take off each name; absent: found out. */
  readonly strip?: number | undefined;
  readonly reverse: boolean;
  /** Whether there is a file of this name where the patch applies. */
  readonly exists?: Exists;
}

export interface ParsedPatch {
  readonly changes: readonly FileChange[];
  /** What the patch tells of and does not hold. */
  readonly warnings: readonly string[];
}

/** One file of a patch, as its headers say. */
interface FileLines {
  isGit?: true;
  before?: string | undefined;
  after?: string | undefined;
  isNew?: boolean;
  isDeleted?: boolean;
  moves?: 'rename' | 'copy';
  /** The names were written without a/ and b/. */
  isBare?: true;
  oldMode?: string | undefined;
  newMode?: string | undefined;
  /** The hashes of the content before and after. */
  index?: readonly [string, string];
  hunks: Hunk[];
  binary?: { readonly forward: BinaryData; readonly backward?: BinaryData | undefined };
  unknownContent?: true;
}

/**
 * Reads a patch as git, diff, svn and hg write it. Mail headers, commit messages, diffstats and other talk around the
 * changes are left out.
 */
export function parsePatch(patch: string, { strip, reverse, exists = () => false }: ParseOptions): ParsedPatch {
  const { files, warnings } = readFiles(patch);
  const named = files.map((file) => namesOf(file, reverse));
  // Of a file that only is said to differ, it is not known whether it is new.
  const known = named.filter((_, index) => files[index]?.unknownContent === undefined || files[index]?.isGit);
  const count = strip ?? stripCount(known, exists);
  const changes = files.map((file, index) => {
    const names = named[index] ?? namesOf(file, reverse);
    const from = required(names.before, sourceName(names, count, exists), count);
    const to = required(names.after, targetName(names, count, exists), count);
    return { from, to, ...(reverse ? backward(file, to ?? from) : forward(file)) };
  });
  if (changes.length === 0) {
    throw new CommandError('INVALID_INPUT', 'The patch changes no file', {
      hint: 'Give a unified diff, with "--- a/file" and "+++ b/file" above its hunks.',
      details: { parameter: 'patch' },
    });
  }
  return { changes: reverse ? changes.toReversed() : changes, warnings };
}

class Files {
  readonly all: FileLines[] = [];
  #current: FileLines | undefined;

  start(file: Partial<FileLines> = {}): FileLines {
    this.#current = { hunks: [], ...file };
    this.all.push(this.#current);
    return this.#current;
  }

  /** The file that lines without a name of their own are about. */
  get current(): FileLines | undefined {
    return this.#current;
  }

  end(): void {
    this.#current = undefined;
  }
}

function readFiles(patch: string): { readonly files: readonly FileLines[]; readonly warnings: readonly string[] } {
  const lines = patch.replace(/^\uFEFF/, '').split('\n');
  const files = new Files();
  const warnings: string[] = [];
  let property: string | undefined;
  for (let at = 0; at < lines.length; ) {
    const line = (lines[at] ?? '').replace(/\r$/, '');
    if (line.startsWith('diff --git ')) {
      const [before, after] = gitNames(line.slice(11)) ?? [];
      files.start({ isGit: true, before, after });
    } else if (line.startsWith('Index: ')) {
      files.start({ before: line.slice(7), after: line.slice(7) });
    } else if (line.startsWith('diff -')) {
      files.end();
    } else if (/^--- ./.test(line) && lines[at + 1]?.startsWith('+++ ')) {
      const file = files.current && files.current.hunks.length === 0 ? files.current : files.start();
      readNames(file, line.slice(4), (lines[++at] ?? '').slice(4).replace(/\r$/, ''));
    } else if (line.startsWith('@@')) {
      const { hunk, next } = readHunk(lines, at);
      const file = files.current;
      if (file?.before === undefined && file?.after === undefined) throw withoutName();
      file.hunks.push(hunk);
      at = next;
      continue;
    } else if (line === 'GIT binary patch') {
      const forward = readBinary(lines, at + 1);
      if (!forward || !files.current) throw malformed(at, 'begins binary data of a form that is not known');
      const backward = readBinary(lines, forward.next);
      files.current.binary = { forward: forward.data, backward: backward?.data };
      at = backward?.next ?? forward.next;
      continue;
    } else if (/^Only in .+: ./.test(line)) {
      warnings.push(`${line}: the patch does not contain this file`);
    } else if (line.startsWith('Property changes on: ')) {
      property = line.slice(21);
    } else if (property !== undefined && /^(?:Added|Deleted): svn:executable$/.test(line)) {
      const name = property;
      const file = files.all.findLast(({ after }) => after === name) ?? files.start({ before: name, after: name });
      const added = line.startsWith('Added');
      [file.oldMode, file.newMode] = added ? ['100644', '100755'] : ['100755', '100644'];
    } else {
      readNotice(line, files);
    }
    at++;
  }
  return { files: files.all.filter(saysSomething), warnings };
}

function readNames(file: FileLines, beforeText: string, afterText: string): void {
  const [before, after] = [headerName(beforeText), headerName(afterText)];
  if (before.isAbsent) file.isNew = true;
  if (after.isAbsent) file.isDeleted = true;
  // Those of a rename are exact.
  if (file.moves) return;
  if (before.name !== '/dev/null') file.before = before.name;
  else file.before = after.name;
  file.after = after.name === '/dev/null' ? file.before : after.name;
}

const BINARY_NOTICES = [/^Binary files (.+) and (.+) differ$/, /^Binary file (.+)() has changed$/];

/** A line of git's header, or one that tells that a binary file differs. */
function readNotice(line: string, files: Files): void {
  const file = files.current;
  if (file?.isGit && file.hunks.length === 0) {
    const [, key, value = ''] = GIT_LINE.exec(line) ?? [];
    if (key !== undefined) return readGitLine(file, key, value);
  }
  if (line === 'Cannot display: file marked as a binary type.' && file) file.unknownContent = true;
  const notice = BINARY_NOTICES.map((pattern) => pattern.exec(line)).find((found) => found !== null);
  if (!notice) return;
  const [, before = '', after = ''] = notice;
  if (file?.isGit && file.hunks.length === 0) {
    file.unknownContent = true;
    return;
  }
  // hg writes the name without a/ and b/.
  files.start(
    after === ''
      ? { before: `a/${before}`, after: `b/${before}`, isBare: true, unknownContent: true }
      : { before, after, unknownContent: true },
  );
  files.end();
}

const GIT_LINE =
  /^(old mode|new mode|deleted file mode|new file mode|rename from|rename to|copy from|copy to|index) (.+)$/;

function readGitLine(file: FileLines, key: string, value: string): void {
  switch (key) {
    case 'old mode':
      file.oldMode = value;
      return;
    case 'new mode':
      file.newMode = value;
      return;
    case 'deleted file mode':
      [file.isDeleted, file.oldMode] = [true, value];
      return;
    case 'new file mode':
      [file.isNew, file.newMode] = [true, value];
      return;
    case 'index': {
      const [, before, after] = /^([\da-f]+)\.\.([\da-f]+)/.exec(value) ?? [];
      if (before !== undefined && after !== undefined) file.index = [before, after];
      return;
    }
    default: {
      file.moves = key.startsWith('rename') ? 'rename' : 'copy';
      // These names have no a/ and b/; the names of the other files of the patch have.
      if (key.endsWith('from')) file.before = `a/${loneName(value)}`;
      else file.after = `b/${loneName(value)}`;
    }
  }
}

function saysSomething(file: FileLines): boolean {
  const { hunks, binary, unknownContent, isNew, isDeleted, moves, oldMode, newMode } = file;
  const hasMode = oldMode !== undefined || newMode !== undefined;
  return (
    hunks.length > 0 || Boolean(binary ?? unknownContent ?? moves) || (file.isGit && (isNew || isDeleted)) || hasMode
  );
}

function namesOf({ before, after, isNew, isDeleted, moves, isBare }: FileLines, reverse: boolean): NamedFile {
  if (before === undefined || after === undefined) throw withoutName();
  const written: NamedFile['written'] = [before, after];
  const names = {
    written,
    before: isNew ? undefined : before,
    after: isDeleted ? undefined : after,
    moves: moves !== undefined || isBare === true,
  };
  return reverse ? { ...names, before: names.after, after: names.before } : names;
}

function withoutName(): CommandError {
  return new CommandError('INVALID_INPUT', 'A hunk of the patch has no file name above it', {
    hint: 'Put "--- a/file" and "+++ b/file" above each file\'s hunks.',
    details: { parameter: 'patch' },
  });
}

type Content = Omit<FileChange, 'from' | 'to'>;

function forward({ moves, newMode, hunks, binary, index, unknownContent }: FileLines): Content {
  return {
    copy: moves === 'copy',
    executable: isExecutable(newMode),
    hunks,
    binary: binary?.forward,
    gitHash: index?.[0],
    ...(unknownContent && !binary ? { unknownContent } : {}),
  };
}

function backward({ moves, oldMode, hunks, binary, index, unknownContent }: FileLines, name = ''): Content {
  if (moves === 'copy') {
    throw new CommandError('INVALID_INPUT', `The copy ${name} cannot be reversed`, {
      hint: worded`Delete it instead: ${call('fs delete', { path: name })}`,
    });
  }
  if (binary && !binary.backward) {
    throw new CommandError('INVALID_INPUT', `The binary change of ${name} cannot be reversed`, {
      hint: 'The patch contains only its new content.',
    });
  }
  return {
    copy: false,
    executable: isExecutable(oldMode),
    hunks: hunks.map(reverseHunk),
    binary: binary?.backward,
    gitHash: index?.[1],
    ...(unknownContent && !binary ? { unknownContent } : {}),
  };
}

function required(name: string | undefined, found: string | undefined, count: number): string | undefined {
  if (name === undefined || found !== undefined) return found;
  throw new CommandError('INVALID_INPUT', `${name} has fewer than ${count} folders to take off`, {
    hint: worded`Give a smaller ${parameter('strip')}.`,
    details: { parameter: 'strip' },
  });
}

/** A git mode: only the right to run is tracked, and only files have text. svn writes 10644 for 100644. */
function isExecutable(mode: string | undefined): boolean | undefined {
  if (mode === undefined) return undefined;
  if (/^100?[67]/.test(mode)) return mode.endsWith('755');
  throw new CommandError('INVALID_INPUT', `The patch makes a link or submodule (mode ${mode})`, {
    hint: 'Only files are patched; use git apply.',
    details: { parameter: 'patch' },
  });
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
