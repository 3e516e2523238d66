import type { RunningProcess } from '@helve/processes';
import type { Context } from '@helve/command';
import { endSession } from './end-session.ts';
import { signalName } from './signal-name.ts';
import { sessions } from './session-store.ts';
import { takeOutput } from './take.ts';

export interface StopInput {
  readonly sessionId: string;
  readonly force: boolean;
}

export interface StopResult {
  readonly sessionId: string;
  readonly status: 'stopped' | 'still-running';
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
  readonly finalOutput: string;
  readonly hasMore: boolean;
  /** What would not go. */
  readonly survivors?: readonly RunningProcess[] | undefined;
}

const GRACE_MS = 3000;
const FINAL_BYTES = 64 * 1024;

export async function stopSession({ sessionId, force }: StopInput, context: Context): Promise<StopResult> {
  const session = context.keep(sessions).get(sessionId);
  const survivors = await endSession(session, { graceMs: GRACE_MS, force });
  const { exitCode, signal } = session.meta;
  const name = signalName(signal);
  const taken = takeOutput(session, session.cursor, FINAL_BYTES, 'text');
  session.cursor = taken.end;
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
