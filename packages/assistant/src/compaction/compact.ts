import { CommandError, throwIfAborted, toCommandError } from '@helve/command';
import { contextUsed } from '../log/context-use.ts';
import type { CompactionTrigger, Entry, EntryOf } from '../log/entry.ts';
import { estimateTokens } from '../log/fit.ts';
import { toMessages, viewOf } from '../log/messages.ts';
import type { Emit } from '../loop/events.ts';
import type { CompactionLoss, TurnHooks } from '../loop/hooks.ts';
import { text } from '../model/message.ts';
import { costOf } from '../model/usage.ts';
import { compose, summaryPrompt } from './compose.ts';
import { type Asking, summarise } from './summarise.ts';

export interface Compacting extends Asking {
  readonly hooks: readonly TurnHooks[];
  readonly emit: Emit;
}

export interface CompactionWish {
  readonly trigger: CompactionTrigger;
  /** What the summary should keep above all. */
  readonly focus?: string | undefined;
}

/** Tokens that stay as they are, at the end; and that the user's own words may take. Less where the window is small. */
const TAIL = 20_000;
const WORDS = 20_000;
const SHARE_OF_WINDOW = 0.1;
/** What is not worth a summary by itself: it would be made again after every round. */
const LEAST_SHARE = 0.05;

/**
 * Makes room: the model writes a summary of the conversation, which it is given from now on instead of all but the latest
 * messages. It is one entry more in the log, written when all is done: one that fails or is cancelled changes nothing.
 */
export async function compact(place: Compacting, { trigger, focus }: CompactionWish): Promise<EntryOf<'compaction'>> {
  const entry = await makeCompaction(place, { trigger, focus });
  for (const { afterCompact } of place.hooks) await afterCompact?.(entry, place);
  return entry;
}

async function makeCompaction(place: Compacting, { trigger, focus }: CompactionWish): Promise<EntryOf<'compaction'>> {
  const { log, model, emit } = place;
  const chain = log.chain();
  const { entries } = viewOf(chain);
  const share = Math.min(TAIL, model.window * SHARE_OF_WINDOW);
  const start = tailStart(entries, share) || lastRound(entries);
  const worth = trigger === 'auto' ? model.window * LEAST_SHARE : 0;
  if (start === 0 || estimateTokens(entries.slice(0, start).flatMap(toMessages)) < worth) {
    throw new CommandError('NOTHING_TO_DO', 'There is nothing to compact yet', { retry: 'never' });
  }
  const overhead = (place.system.length + JSON.stringify(place.declarations).length) / 4;
  const before = contextUsed(chain, overhead);
  emit({ type: 'compacting', trigger, tokens: before, window: model.window });
  try {
    const loses = { tokens: before, ...countOf(entries.slice(0, start)), kept: entries.length - start };
    const notes = await askHooks(place, { trigger, focus, loses });
    const wanted = [focus, ...notes].filter((words) => words !== undefined && words !== '').join('\n');
    const { text: summary, usage } = await summarise(
      place,
      summaryPrompt(wanted || undefined),
      trigger === 'tooLong' ? 0.6 : 1,
    );
    throwIfAborted(place.signal);
    const kept = entries.slice(start);
    const first = kept[0];
    const allDropped = chain.slice(0, first ? chain.indexOf(first) : chain.length);
    const most = Math.min(WORDS, model.window * SHARE_OF_WINDOW) * 4;
    const { text: view, shortened } = compose(summary, chain, allDropped, most);
    const cost = costOf(usage, model);
    const after = overhead + estimateTokens([{ role: 'user', content: [text(view)] }, ...kept.flatMap(toMessages)]);
    const entry = log.append({
      type: 'compaction',
      summary: view,
      keepFrom: first?.id ?? null,
      trigger,
      report: {
        before: Math.round(before),
        after: Math.round(after),
        dropped: countOf(entries.slice(0, start)),
        shortened,
        kept: kept.length,
      },
      usage,
      ...(cost === undefined ? {} : { cost }),
    });
    emit({ type: 'compacted', entry });
    return entry;
  } catch (thrown) {
    const error = toCommandError(place.signal.aborted ? place.signal.reason : thrown);
    emit({ type: 'compactionFailed', trigger, error });
    throw error;
  }
}

async function askHooks(
  { hooks, ...place }: Compacting,
  wish: CompactionWish & { readonly loses: CompactionLoss },
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const { beforeCompact } of hooks) {
    const said = await beforeCompact?.(wish, place);
    if (said?.block !== undefined) {
      throw new CommandError('PERMISSION_DENIED', `The compaction was refused: ${said.block}`);
    }
    notes.push(...(said?.notes ?? []));
  }
  return notes;
}

function countOf(entries: readonly Entry[]) {
  const count = (type: Entry['type']) => entries.filter((entry) => entry.type === type).length;
  return { prompts: count('user'), answers: count('assistant'), toolResults: count('toolResult') };
}

/**
 * Where the part begins that stays as it is: as much from the end as fits `most` tokens, and at least the latest round,
 * because the model is in the middle of it. It begins with a prompt or an answer, never with the result of a call that
 * is gone. 0 where all of it stays.
 */
export function tailStart(entries: readonly Entry[], most: number): number {
  let start = entries.length;
  let tokens = 0;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (!entry) continue;
    tokens += estimateTokens(toMessages(entry));
    if (!begins(entry)) continue;
    if (tokens > most && start < entries.length) return start;
    start = index;
  }
  // Nothing but the beginning of the log stands before it.
  return entries.slice(0, start).some((entry) => toMessages(entry).length > 0) ? start : 0;
}

/** Where the latest round begins. */
export function lastRound(entries: readonly Entry[]): number {
  return tailStart(entries, 0);
}

function begins(entry: Entry): boolean {
  return entry.type === 'assistant' || (entry.type === 'user' && entry.origin === 'prompt');
}
