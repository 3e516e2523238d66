import { readFile } from 'node:fs/promises';
import { type Place, resolvePath } from '@helve/command';
import type { Input as EditInput } from '../commands/fs/edit.ts';
import type { Input as WriteInput } from '../commands/fs/write.ts';

type Where = Pick<Place, 'cwd' | 'env'>;

const MOST_LINES = 400;

/** The lines that an edit removes and adds; undefined for several edits. */
export async function previewEdit({ path, oldText, newText }: EditInput, where: Where): Promise<string | undefined> {
  return oldText === undefined || newText === undefined ? undefined : show(resolvePath(where, path), oldText, newText);
}

/** The lines of a file that writing it removes and adds. */
export async function previewWrite(
  { path, content }: Pick<WriteInput, 'path' | 'content'>,
  where: Where,
): Promise<string> {
  const file = resolvePath(where, path);
  return show(file, await readFile(file, 'utf8').catch(() => ''), content);
}

function show(path: string, before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const same = (one: string | undefined, other: string | undefined) => one !== undefined && one === other;
  let start = 0;
  while (same(old[start], now[start])) start++;
  let end = 0;
  while (old.length - end > start && now.length - end > start && same(old.at(-1 - end), now.at(-1 - end))) end++;
  const lines = [
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
  ];
  const more = lines.length - MOST_LINES;
  return [path, ...lines.slice(0, MOST_LINES), ...(more > 0 ? [`... and ${more} more lines`] : [])].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
