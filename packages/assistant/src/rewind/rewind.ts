import { CommandError, parameter, worded } from '@helve/command';
import type { ConversationLog } from '../log/conversation-log.ts';
import type { Entry, EntryOf } from '../log/entry.ts';
import { textOf } from '../model/message.ts';
import { applySteps } from './apply.ts';
import { CHANGES, changesIn } from './changes.ts';
import { ContentStore } from './content-store.ts';
import { type FilePlan, planFiles } from './plan.ts';

/** A prompt that a conversation can be taken back to: to just before it was said. */
export interface RewindPoint {
  /** Counted from 1. */
  readonly number: number;
  readonly entry: string;
  readonly time: string;
  readonly prompt: string;
  /** Files that were changed from there on. */
  readonly files: number;
}

export interface RewindWish {
  /** The number of a prompt, or the id of its entry; `undo`: the latest rewind is taken back. */
  readonly to: string;
  readonly files: boolean;
  readonly conversation: boolean;
  /** Files that somebody else changed since stay as they are; else nothing is done when there are any. */
  readonly leaveChanged?: boolean;
  readonly dryRun?: boolean;
}

export interface RewindPlace {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly permits: (path: string) => boolean;
}

export interface Rewound extends FilePlan {
  /** The prompt before which all is as it was; none where a rewind was undone. */
  readonly prompt?: string;
  /** Entries that the model no longer sees, or sees again. */
  readonly entries: number;
}

const REWIND = 'rewind';
const UNDONE = 'rewindUndone';

interface RewindData {
  /** The latest entry before. */
  readonly from: string | undefined;
  /** How many entries there were before. */
  readonly since: number;
  readonly conversation: boolean;
}

export function rewindPoints(log: ConversationLog): readonly RewindPoint[] {
  const order = new Map(log.entries.map(({ id }, index) => [id, index]));
  return promptsOf(log.chain()).map((entry, index) => ({
    number: index + 1,
    entry: entry.id,
    time: entry.time,
    prompt: entry.typed ?? textOf(entry.content),
    files: new Set(
      log.entries
        .slice(order.get(entry.id))
        .flatMap(changesIn)
        .map(({ path }) => path),
    ).size,
  }));
}

/**
 * Takes a conversation, its files or both back to before a prompt. Nothing of the log is deleted: what was said stays in
 * it as a branch, and what the files were goes to the store, so that this can be undone.
 */
export async function rewind(log: ConversationLog, wish: RewindWish, place: RewindPlace): Promise<Rewound> {
  const target = wish.to === 'undo' ? undone(log) : promptAt(log, wish.to);
  const store = new ContentStore(place.home);
  const files = wish.files
    ? await planFiles(log.entries.slice(target.since), { ...place, store })
    : { steps: [], conflicts: [], lost: [] };
  const before = log.chain().length;
  const after = log.chain(target.parent ?? undefined).length;
  const entries = wish.conversation && target.conversation ? Math.abs(before - after) : 0;
  const result: Rewound = { ...files, ...(target.prompt === undefined ? {} : { prompt: target.prompt }), entries };
  if (wish.dryRun) return result;
  if (files.conflicts.length > 0 && !wish.leaveChanged) throw conflict(files);
  const from = log.leaf?.id;
  const since = log.entries.length;
  const parent = wish.conversation && target.conversation ? target.parent : (from ?? null);
  const changes = await applySteps(files.steps, store, place.now);
  if (changes.length > 0) log.append({ type: 'extra', name: CHANGES, data: changes }, parent);
  const follow = changes.length > 0 ? undefined : parent;
  const data: RewindData = { from, since, conversation: wish.conversation };
  const body = target.undoes === undefined ? { name: REWIND, data } : { name: UNDONE, data: target.undoes };
  log.append({ type: 'extra', ...body }, ...(follow === undefined ? [] : [follow]));
  return result;
}

interface Target {
  /** Entries from this one on are taken back. */
  readonly since: number;
  /** The entry that the conversation goes on from. */
  readonly parent: string | null;
  readonly conversation: boolean;
  readonly prompt?: string;
  /** The rewind that is taken back. */
  readonly undoes?: string;
}

function promptAt(log: ConversationLog, to: string): Target {
  const prompts = promptsOf(log.chain());
  const everywhere = log.entries.filter((entry): entry is EntryOf<'user'> => entry.type === 'user');
  const found = /^\d+$/.test(to) ? prompts[Number(to) - 1] : everywhere.find(({ id }) => id === to);
  if (!found) {
    throw new CommandError('NOT_FOUND', `There is no prompt ${JSON.stringify(to)} in this conversation`, {
      hint: worded`Give a number from 1 to ${prompts.length}; without ${parameter('to')} they are listed.`,
    });
  }
  return {
    since: log.entries.indexOf(found),
    parent: found.parent,
    conversation: true,
    prompt: found.typed ?? textOf(found.content),
  };
}

function undone(log: ConversationLog): Target {
  const done = new Set(
    log.entries.flatMap((entry) => (entry.type === 'extra' && entry.name === UNDONE ? [entry.data] : [])),
  );
  const found = log.entries.findLast(
    (entry) => entry.type === 'extra' && entry.name === REWIND && isRewind(entry.data) && !done.has(entry.id),
  );
  if (found?.type !== 'extra') {
    throw new CommandError('NOTHING_TO_DO', 'This conversation was not rewound', { retry: 'never' });
  }
  const { from, since, conversation } = found.data as RewindData;
  return { since, parent: from ?? null, conversation, undoes: found.id };
}

function isRewind(data: unknown): data is RewindData {
  return typeof (data as Partial<RewindData> | null)?.since === 'number';
}

function promptsOf(chain: readonly Entry[]): readonly EntryOf<'user'>[] {
  return chain.filter((entry): entry is EntryOf<'user'> => entry.type === 'user' && entry.origin === 'prompt');
}

function conflict({ conflicts }: FilePlan): CommandError {
  const paths = conflicts.map(({ path }) => path);
  return new CommandError('CONFLICT', `Something else has changed these files since: ${paths.join(', ')}`, {
    hint: worded`Nothing was changed. Keep them as they are with ${parameter('leaveChanged')}, or look first with ${parameter('dryRun')}.`,
    details: { conflicts },
  });
}
