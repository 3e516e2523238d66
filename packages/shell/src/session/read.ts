import { CommandError, type Context } from '@helve/registry';
import { Session, signalName } from './session.ts';
import { sessions } from './session-store.ts';
import type { ScreenView } from './screen.ts';
import type { SessionOutput } from './stored-session.ts';
import { takeOutput, textSince } from './take.ts';
import { type Reason, type Until, waitFor } from './wait.ts';
import type { Evidence } from './waiting.ts';

export interface ReadInput {
  readonly sessionId: string;
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
  readonly view: 'text' | 'screen' | 'raw';
  readonly until?: string | undefined;
}

export interface SessionState {
  readonly isRunning: boolean;
  readonly waitingForInput: boolean;
  readonly evidence: Evidence;
  /** Once it is over; null when its owner was killed before it could tell. */
  readonly exitCode?: number | null | undefined;
  readonly signal?: string | undefined;
}

export interface ReadResult extends SessionState {
  readonly sessionId: string;
  readonly output: string;
  readonly hasMore: boolean;
  readonly reason: Reason;
  readonly screen?: ScreenView | undefined;
}

export async function readSession(input: ReadInput, context: Context): Promise<ReadResult> {
  const session = context.keep(sessions).output(input.sessionId);
  const until = parseUntil(input.until, session);
  const reason = await waitForOutput(session, until, input.timeoutSeconds, context.signal);
  context.signal.throwIfAborted();
  const state = await sessionState(session);
  if (input.view === 'screen') {
    const screen = await session.view();
    session.cursor = session.size;
    return { sessionId: input.sessionId, output: '', hasMore: false, reason, ...state, screen };
  }
  const taken = takeOutput(session, session.cursor, input.maxBytes, input.view);
  session.cursor = taken.end;
  return { sessionId: input.sessionId, output: taken.output, hasMore: taken.hasMore, reason, ...state };
}

/** Whether it runs, waits, and how it ended. */
export async function sessionState(session: SessionOutput): Promise<SessionState> {
  if (session instanceof Session && session.running) {
    const { waiting, evidence } = await session.probeEcho();
    if (session.running) return { isRunning: true, waitingForInput: waiting, evidence };
  }
  const { exitCode, signal } = session.meta;
  const name = signalName(signal);
  return {
    isRunning: false,
    waitingForInput: false,
    evidence: 'none',
    exitCode,
    ...(name === undefined ? {} : { signal: name }),
  };
}

async function waitForOutput(
  session: SessionOutput,
  until: Until,
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<Reason> {
  const from = session.cursor;
  if (session instanceof Session) return waitFor(session, { until, from, timeoutMs: timeoutSeconds * 1000, signal });
  return until.kind === 'match' && until.pattern.test(until.textSince()) ? 'match' : 'exit';
}

function parseUntil(text: string | undefined, session: SessionOutput): Until {
  switch (text) {
    case undefined:
      return { kind: 'output' };
    case 'idle':
    case 'exit':
    case 'prompt':
      return { kind: text };
    default:
  }
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  if (source === undefined) {
    throw new CommandError('INVALID_INPUT', `until cannot be ${JSON.stringify(text)}`, {
      hint: 'Use idle, exit, prompt, or a regular expression in slashes: --until "/listening on \\d+/"',
      details: { until: text },
    });
  }
  try {
    const from = session.cursor;
    return { kind: 'match', pattern: new RegExp(source, flags), textSince: () => textSince(session, from) };
  } catch (thrown) {
    throw new CommandError('INVALID_PATTERN', `until is not a regular expression: ${(thrown as Error).message}`, {
      hint: 'Put a backslash before characters that are meant as they are: /\\$ /',
      details: { until: text },
      cause: thrown,
    });
  }
}
