import { closeSync, fstatSync } from 'node:fs';
import { call, CommandError, type Context, readAtMost, resolvePath, worded } from '@helve/command';
import type { Input, Output } from '../commands/fs/inspect.ts';
import { type Definition, definitionsIn, languageOf } from './code/definitions.ts';
import { documentOf } from './code/documents.ts';
import { openRegularFile, type Permits, shownPath } from './paths/regular-file.ts';
import { byteOrderMark, decode } from './read/content.ts';

const LARGEST = 4 * 1024 * 1024;
const MOST_ENTRIES = 500;
const LINES_AROUND = 5;

/** What a text file is and how it is built; with a line, also what stands there. */
export async function inspectFile({ path, line }: Input, context: Context) {
  const target = resolvePath(context.place, path);
  const shown = shownPath(context.place.cwd, target);
  const bytes = readWhole(target, shown, context);
  const mark = byteOrderMark(bytes);
  const text = decode(bytes.subarray(mark?.length ?? 0), {
    shown,
    encoding: mark?.encoding ?? 'utf-8',
    head: bytes.subarray(0, 512),
    at: mark?.length ?? 0,
  });
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const language = languageOf(target) ?? documentOf(target);
  const outline = language ? definitionsIn(text, language) : [];
  return {
    path: shown,
    language: language?.name ?? 'text',
    bytes: bytes.length,
    lines: lines.length,
    outline: outline.slice(0, MOST_ENTRIES),
    omitted: Math.max(0, outline.length - MOST_ENTRIES),
    ...(line === undefined ? {} : { around: linesAround(line, lines, outline, shown) }),
  };
}

function readWhole(path: string, shown: string, permits: Permits): Buffer {
  const descriptor = openRegularFile(path, shown, permits);
  try {
    const { size } = fstatSync(descriptor);
    if (size <= LARGEST) return readAtMost(descriptor, shown, LARGEST);
    throw new CommandError('TOO_LARGE', `${shown} is ${size} bytes, more than the ${LARGEST} that are looked at`, {
      hint: worded`Search it instead: ${call('fs grep', { path: shown, query: '…' })}`,
      details: { path: shown, bytes: size, limit: LARGEST },
    });
  } finally {
    closeSync(descriptor);
  }
}

function linesAround(
  line: number,
  lines: readonly string[],
  outline: readonly Definition[],
  shown: string,
): NonNullable<Output['around']> {
  if (line > lines.length) {
    throw new CommandError('INVALID_INPUT', `${shown} has ${lines.length} lines, not ${line}`, {
      hint: `Give a line from 1 to ${lines.length}.`,
      details: { path: shown, lines: lines.length },
    });
  }
  const from = Math.max(1, line - LINES_AROUND);
  const within = outline.findLast((entry) => entry.line <= line);
  return { line, ...(within ? { within } : {}), from, text: lines.slice(from - 1, line + LINES_AROUND) };
}
