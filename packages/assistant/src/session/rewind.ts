import { relative } from 'node:path';
import { CommandError, type Context, parameter, worded } from '@helve/command';
import { ConversationLog } from '../log/conversation-log.ts';
import { findConversation, latestConversation } from '../log/place.ts';
import { rewind, rewindPoints } from '../rewind/rewind.ts';

export interface RewindInput {
  readonly id?: string | undefined;
  readonly to?: string | undefined;
  readonly files: boolean;
  readonly conversation: boolean;
  readonly dryRun: boolean;
  readonly leaveChanged: boolean;
  readonly undo: boolean;
}

/** Lists where a conversation can be taken back to, or takes it there. */
export async function rewindSession(input: RewindInput, context: Context) {
  const log = ConversationLog.open(fileOf(input.id, context), context.now);
  const { dryRun, leaveChanged, undo } = input;
  const nothing = { session: log.id, dryRun, entries: 0, files: [], conflicts: [], lost: [] };
  const to = undo ? 'undo' : input.to;
  try {
    if (to === undefined) return { ...nothing, points: rewindPoints(log).map((point) => ({ ...point })) };
    const both = input.files === input.conversation;
    const { steps, conflicts, lost, prompt, entries } = await rewind(
      log,
      { to, files: both || input.files, conversation: both || input.conversation, dryRun, leaveChanged },
      { ...context.place, now: context.now, permits: (path) => context.permits(path, 'write') },
    );
    const shown = (path: string) => shownPath(context.place.cwd, path);
    const show = ({ path, why }: { readonly path: string; readonly why: string }) => ({ path: shown(path), why });
    return {
      ...nothing,
      ...(prompt === undefined ? {} : { prompt }),
      entries,
      files: steps.map(({ path, action }) => ({ path: shown(path), action })),
      conflicts: conflicts.map(show),
      lost: lost.map(show),
    };
  } finally {
    log.close();
  }
}

function fileOf(id: string | undefined, { place: { home, cwd } }: Context): string {
  const file = id === undefined ? latestConversation(home, cwd) : findConversation(home, cwd, id);
  if (file !== undefined) return file;
  throw new CommandError('NOT_FOUND', 'There is no conversation in this folder yet', {
    hint: worded`Name one with ${parameter('id')}.`,
  });
}

function shownPath(cwd: string, path: string): string {
  const way = relative(cwd, path);
  return way.startsWith('..') ? path : way;
}
