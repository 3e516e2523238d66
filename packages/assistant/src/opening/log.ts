import { type Caller, CommandError } from '@helve/registry';
import { ConversationLog } from '../log/conversation-log.ts';
import { findConversation, latestConversation } from '../log/place.ts';
import type { ConversationRequest } from './host.ts';

/** Opens the log that a request names: a new one, that of an earlier conversation, or a copy of that. */
export function openLog({ continueLatest, resume, fork, name }: ConversationRequest, caller: Caller): ConversationLog {
  const { home, cwd } = caller;
  const log =
    continueLatest || resume !== undefined
      ? openEarlier({ resume, fork }, { home, cwd })
      : openNew(fork, { home, cwd });
  if (name !== undefined) log.append({ type: 'title', title: name });
  return log;
}

interface Folder {
  readonly home: string;
  readonly cwd: string;
}

function openNew(fork: boolean | undefined, folder: Folder): ConversationLog {
  if (fork) throw new CommandError('INVALID_INPUT', '--fork needs -c or -r', { hint: 'Say what to fork: -r <id>' });
  return ConversationLog.create({ ...folder, now: Date.now });
}

function openEarlier(
  { resume, fork }: { readonly resume: string | undefined; readonly fork: boolean | undefined },
  { home, cwd }: Folder,
): ConversationLog {
  const file = resume === undefined ? latestConversation(home, cwd) : findConversation(home, cwd, resume);
  if (file === undefined) {
    throw new CommandError('NOT_FOUND', 'There is no conversation in this folder yet', { hint: 'Leave -c out.' });
  }
  const log = ConversationLog.open(file, Date.now);
  const { id: conversation, leaf } = log;
  if (!fork || !leaf) return log;
  const forkedFrom = { conversation, entry: leaf.id };
  return ConversationLog.create({ home, cwd, now: Date.now, begin: log.chain(), forkedFrom });
}
