import { call, CommandError, type Context, worded, type Wording } from '@helve/command';
import { ConversationLog } from '../log/conversation-log.ts';
import { findConversation, latestConversation } from '../log/place.ts';

/** The conversation of an id or the beginning of one; without any, the latest in this folder. */
export function openSession(
  id: string | undefined,
  { place: { home, cwd }, now }: Pick<Context, 'place' | 'now'>,
  hint: Wording = worded`See those of other folders: ${call('session list', { all: true })}`,
) {
  const file = id === undefined ? latestConversation(home, cwd) : findConversation(home, cwd, id);
  if (file === undefined) {
    throw new CommandError('NOT_FOUND', 'There is no conversation in this folder yet', { hint });
  }
  return ConversationLog.open(file, now);
}
