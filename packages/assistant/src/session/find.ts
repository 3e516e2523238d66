import { basename } from 'node:path';
import { call, CommandError, type Context, worded, type Wording } from '@helve/command';
import { ConversationLog } from '../log/conversation-log.ts';
import { conversationFiles, findConversation, latestConversation } from '../log/place.ts';
import { titleOf } from '../log/totals.ts';

/** The conversation of an id, the beginning of one, or a name that was given to it; without any, the latest in this folder. */
export function openSession(
  id: string | undefined,
  { place: { home, cwd }, now }: Pick<Context, 'place' | 'now'>,
  hint: Wording = worded`See those of other folders: ${call('session list', { all: true })}`,
  open = (file: string, at: () => number): ConversationLog => ConversationLog.open(file, at),
) {
  const file = id === undefined ? latestConversation(home, cwd) : findByIdOrName(home, cwd, id);
  if (file === undefined) {
    throw new CommandError('NOT_FOUND', 'There is no conversation in this folder yet', { hint });
  }
  return open(file, now);
}

function findByIdOrName(home: string, cwd: string, wanted: string): string {
  try {
    return findConversation(home, cwd, wanted);
  } catch (thrown) {
    if (!(thrown instanceof CommandError) || thrown.code !== 'NOT_FOUND') throw thrown;
    const named = conversationFiles(home, cwd).filter((file) => isCalled(file, wanted));
    const [found, ...others] = named;
    if (found === undefined) throw thrown;
    if (others.length === 0) return found;
    throw new CommandError('AMBIGUOUS_MATCH', `Several conversations are called ${wanted}`, {
      hint: `Give an id: ${named.map((file) => basename(file, '.jsonl')).join(', ')}.`,
    });
  }
}

/** Only by a name that the user gave: first words are too often the same. */
function isCalled(file: string, name: string): boolean {
  const chain = ConversationLog.open(file, Date.now).chain();
  const isNamed = chain.some(({ type }) => type === 'title');
  return isNamed && titleOf(chain)?.toLowerCase() === name.trim().toLowerCase();
}
