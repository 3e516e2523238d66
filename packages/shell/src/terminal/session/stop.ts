import type { Context } from '@helve/command';
import { endSession, signalName } from './end-session.ts';
import { readerOf } from './readers.ts';
import { sessions } from './session-store.ts';
import { takeOutput } from './take.ts';
import type { Input, Output } from '../../commands/terminal/session/stop.ts';

const GRACE_MS = 3000;
const FINAL_BYTES = 64 * 1024;

export async function stopSession({ sessionId, force }: Input, context: Context): Promise<Output> {
  const session = context.keep(sessions).get(sessionId);
  const survivors = await endSession(session, { graceMs: GRACE_MS, force });
  const { exitCode, signal } = session.meta;
  const name = signalName(signal);
  const taken = takeOutput(session, session.readers.endOf(readerOf(context.place)), FINAL_BYTES, 'text');
  session.readers.hasRead(readerOf(context.place), taken.end);
  return {
    sessionId,
    status: survivors.length === 0 && !session.running ? 'stopped' : 'still-running',
    exitCode,
    ...(name === undefined ? {} : { signal: name }),
    finalOutput: taken.output,
    hasMore: taken.hasMore,
    ...(survivors.length > 0 ? { survivors } : {}),
  };
}
