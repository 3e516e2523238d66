import { writeFile } from 'node:fs/promises';
import { call, type Context, createSpillPath, parameter, worded } from '@helve/command';
import type { More, Paging } from '../commands/paging.ts';

/** As much of a text as may be given; cut after a line, if there is one. */
export async function boundText(
  whole: string,
  paging: Paging,
  context: Context,
): Promise<{ readonly part: string } & More> {
  const from = Math.min(paging.after, whole.length);
  if (from === 0 && whole.length <= paging.maxChars) return { part: whole };
  const to = endOfPart(whole, from, paging.maxChars);
  const more = await spill(whole, { from, to, total: whole.length, unit: 'characters' }, context);
  return { part: whole.slice(from, to), ...more };
}

/** As many things of a list as may be given, by the length of their JSON; always one at least. */
export async function boundList<Thing>(
  whole: readonly Thing[],
  { after, maxChars }: Paging,
  context: Context,
): Promise<{ readonly part: Thing[] } & More> {
  const lines = whole.map((thing) => JSON.stringify(thing));
  const from = Math.min(after, whole.length);
  let to = from;
  for (let left = maxChars; to < whole.length; to++) {
    left -= (lines[to]?.length ?? 0) + 1;
    if (left < 0 && to > from) break;
  }
  if (from === 0 && to === whole.length) return { part: [...whole] };
  const more = await spill(lines.join('\n'), { from, to, total: whole.length, unit: 'entries' }, context);
  return { part: whole.slice(from, to), ...more };
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly total: number;
  readonly unit: 'characters' | 'entries';
}

/** Keeps all of it in a file, and says how to go on. Who goes on has been told of a file before. */
async function spill(whole: string, { from, to, total, unit }: Part, context: Context): Promise<More> {
  const next = to < total ? { next: to } : {};
  if (from > 0) {
    if (to < total)
      context.warn(worded`${from} to ${to} of ${total} ${unit}. Continue with ${parameter('after')} ${to}.`);
    return { total, ...next };
  }
  const file = await createSpillPath(context);
  await writeFile(file, whole, { mode: 0o600, flag: 'wx' });
  context.warn(
    worded`The first ${to} of ${total} ${unit}. Continue with ${parameter('after')} ${to}, or read all of it as it is now: ${call('fs read', { path: file })}`,
  );
  return { total, ...next, file };
}

function endOfPart(whole: string, from: number, maxChars: number): number {
  const most = from + maxChars;
  if (most >= whole.length) return whole.length;
  // Not much shorter than it may be, for the sake of a whole line: a paragraph may be longer than all that is given.
  const least = from + Math.ceil(maxChars / 2);
  const line = whole.lastIndexOf('\n', most - 1) + 1;
  if (line >= least) return line;
  const word = whole.lastIndexOf(' ', most - 1) + 1;
  if (word >= least) return word;
  // Not between the two halves of a character beyond the basic plane.
  const code = whole.charCodeAt(most);
  return code >= 0xdc00 && code <= 0xdfff ? most - 1 : most;
}
