import { readFile } from 'node:fs/promises';
import type { Question } from '@helve/policy';

const MOST_LINES = 400;

/** What a call would change in a file: the lines that go and those that come. Undefined where it is not that kind of call. */
export async function previewOf({ command, input, touches }: Question): Promise<string | undefined> {
  const given = input as Readonly<Record<string, unknown>>;
  const path = touches.find(({ access }) => access === 'write')?.path;
  if (path === undefined) return undefined;
  if (command === 'fs edit') {
    const { oldText, newText } = given;
    return typeof oldText === 'string' && typeof newText === 'string' ? show(path, oldText, newText) : undefined;
  }
  if (command !== 'fs write' || typeof given.content !== 'string') return undefined;
  return show(path, await readFile(path, 'utf8').catch(() => ''), given.content);
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
