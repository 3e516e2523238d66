import { join } from 'node:path';
import { type Place, readAtMost, resolvePath } from '@helve/command';
import { closeSync, existsSync } from 'node:fs';
import type { Input as EditInput } from '../commands/fs/edit.ts';
import type { Input as PatchInput } from '../commands/fs/patch.ts';
import type { Input as WriteInput } from '../commands/fs/write.ts';
import type { Hunk } from './patch/hunks.ts';
import { parsePatch } from './patch/parse.ts';
import { openRegularFile } from './paths/regular-file.ts';

type Where = Pick<Place, 'cwd' | 'env'>;

/** Only the person who is asked sees a preview. */
const FOR_A_PERSON = { permits: () => true };

const MOST_LINES = 400;
const LARGEST = 64 << 20;

/** The lines that an edit removes and adds, where it applies first; undefined for several edits. */
export async function previewEdit({ path, oldText, newText }: EditInput, where: Where): Promise<string | undefined> {
  if (oldText === undefined || newText === undefined) return undefined;
  const file = resolvePath(where, path);
  const before = textOf(file);
  const at = oldText === '' ? -1 : before.indexOf(oldText);
  if (at < 0) return show(file, oldText, newText, false);
  return show(file, before, before.slice(0, at) + newText + before.slice(at + oldText.length));
}

/** The lines of a file that writing it removes and adds. */
export async function previewWrite(
  { path, content }: Pick<WriteInput, 'path' | 'content'>,
  where: Where,
): Promise<string> {
  const file = resolvePath(where, path);
  return show(file, textOf(file), content);
}

/** What a file holds; nothing where it cannot be read. */
function textOf(file: string): string {
  try {
    const descriptor = openRegularFile(file, file, FOR_A_PERSON);
    try {
      return readAtMost(descriptor, file, LARGEST).toString();
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

/** A patch as it would be applied, with the paths that it changes; undefined where it cannot be read. */
export async function previewPatch(input: PatchInput, where: Where): Promise<string | undefined> {
  const folder = resolvePath(where, input.path);
  const named = (name: string | undefined) => (name === undefined ? '/dev/null' : join(folder, name));
  try {
    const exists = (name: string) => existsSync(join(folder, name));
    const { changes } = parsePatch(input.patch, { ...input, exists });
    const lines = changes.flatMap(({ from, to, hunks }) => [
      `--- ${named(from)}`,
      `+++ ${named(to)}`,
      // A file that is only renamed, copied or emptied has none.
      ...(hunks.length > 0 ? hunks.flatMap(hunkLines) : ['@@ -0,0 +0,0 @@']),
    ]);
    return cut(lines).join('\n');
  } catch {
    return undefined;
  }
}

function hunkLines({ oldStart, newStart, lines }: Hunk): readonly string[] {
  const count = (mark: '-' | '+') => lines.filter((line) => line.mark === mark || line.mark === ' ').length;
  return [
    `@@ -${oldStart},${count('-')} +${newStart},${count('+')} @@`,
    ...lines.map(({ mark, text }) => mark + text.replace(/\r?\n$/, '')),
  ];
}

function cut(lines: readonly string[]): readonly string[] {
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `... and ${more} more lines`] : lines;
}

/** A unified diff without lines around the change. Without line numbers where the texts are not whole files. */
function show(path: string, before: string, after: string, isWhole = true): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const same = (one: string | undefined, other: string | undefined) => one !== undefined && one === other;
  let start = 0;
  while (same(old[start], now[start])) start++;
  let end = 0;
  while (old.length - end > start && now.length - end > start && same(old.at(-1 - end), now.at(-1 - end))) end++;
  const [gone, come] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  if (!isWhole)
    return [path, ...cut([...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`)])].join('\n');
  const header = [`--- ${path}`, `+++ ${path}`, `@@ -${start + 1},${gone.length} +${start + 1},${come.length} @@`];
  return [...header, ...cut([...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)])].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
