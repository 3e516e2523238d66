import { call, CommandError, type Context, ifOffered, parameter, worded } from '@helve/command';
import { ConversationLog } from '../log/conversation-log.ts';
import { openSession } from './find.ts';

/** Another conversation that begins as one did. That one stays as it is. */
export async function forkSession(
  { id, at }: { readonly id?: string | undefined; readonly at?: string | undefined },
  context: Context,
): Promise<{ readonly id: string; readonly forkedFrom: string; readonly entries: number }> {
  const {
    place: { home },
    now,
  } = context;
  const log = openSession(id, context);
  const entry = at === undefined ? log.leaf?.id : log.entries.find((known) => known.id === at)?.id;
  if (entry === undefined) {
    throw new CommandError('NOT_FOUND', `${log.id} has no entry ${at ?? 'at all'}`, {
      hint: worded`See its entries: ${call('session show', { id: log.id })}${ifOffered('json', worded` ${parameter('json')}`)}`,
    });
  }
  const chain = log.chain(entry);
  const start = chain.find(({ type }) => type === 'start');
  const cwd = start?.type === 'start' ? start.cwd : context.place.cwd;
  const from = { conversation: log.id, entry };
  const forked = ConversationLog.create({ home, cwd, now, begin: chain, forkedFrom: from });
  forked.save();
  forked.close();
  return { id: forked.id, forkedFrom: log.id, entries: chain.length };
}
