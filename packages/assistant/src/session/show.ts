import type { Context } from '@helve/command';
import type { Output } from '../commands/session/show.ts';
import type { Entry } from '../log/entry.ts';
import { aboutOf } from './about.ts';
import { openSession } from './find.ts';
import { briefCall, type Item, transcriptOf } from './transcript.ts';

export type ShownItem = Shown['items'][number];

export type Shown = Output;

export async function showSession(
  { id, limit, full }: { readonly id?: string | undefined; readonly limit: number; readonly full: boolean },
  context: Context,
): Promise<Shown> {
  const log = openSession(id, context);
  return { ...aboutOf(log), ...shownItems(log.chain(), limit, full) };
}

/** The latest of what was said and done, and how much came before. */
export function shownItems(
  chain: readonly Entry[],
  limit: number,
  full: boolean,
): { readonly items: ShownItem[]; readonly earlier: number } {
  const all = transcriptOf(chain);
  const items = all.slice(-limit).map((item) => ({
    entry: item.entry,
    time: item.time,
    kind: item.kind,
    text: full ? textOf(item) : cut(textOf(item)),
  }));
  return { items, earlier: all.length - items.length };
}

const MOST = 2_000;

function cut(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)}… [${text.length - MOST} more characters; use full]` : text;
}

function textOf(item: Item): string {
  if (item.kind !== 'tool') return item.text;
  const result = item.outcome === undefined ? 'no result' : item.outcome === 'ok' ? '' : item.outcome;
  return [briefCall(item), ...(result === '' ? [] : [`[${result}]`]), item.result].filter(Boolean).join('\n');
}
