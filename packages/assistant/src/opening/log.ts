import { CommandError } from '@helve/command';
import type { Caller } from '@helve/policy';
import { ConversationLog } from '../log/conversation-log.ts';
import { openSession } from '../session/find.ts';
import type { ConversationRequest } from './host.ts';

/** Opens the log that a request names: a new one, that of an earlier conversation, or a copy of that. */
export function openLog(
  { continueLatest, resume, fork, name }: ConversationRequest,
  { place }: Caller,
  writer: string,
) {
  const open = (file: string, now: () => number) =>
    fork ? ConversationLog.open(file, now) : ConversationLog.openToWrite(file, now, writer);
  const earlier =
    continueLatest || resume !== undefined
      ? openSession(resume, { place, now: Date.now }, 'Leave -c out.', open)
      : undefined;
  if (fork && !earlier)
    throw new CommandError('INVALID_INPUT', '--fork needs -c or -r', {
      hint: 'Name the conversation to fork: -r <id>',
    });
  const { cwd, home } = place;
  const created = { cwd, home, now: Date.now };
  const log = earlier ? (fork ? copyOf(earlier, created) : earlier) : ConversationLog.create(created);
  log.writer = writer;
  if (name !== undefined) log.append({ type: 'title', title: name });
  return log;
}

function copyOf(log: ConversationLog, place: Parameters<typeof ConversationLog.create>[0]): ConversationLog {
  const { id: conversation, leaf } = log;
  if (!leaf) return log;
  return ConversationLog.create({ ...place, begin: log.chain(), forkedFrom: { conversation, entry: leaf.id } });
}
