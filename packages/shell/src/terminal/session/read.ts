import { CommandError, type Context, parameter, worded } from '@helve/command';
import { Session } from './session.ts';
import { readerOf } from './readers.ts';
import { sessions } from './session-store.ts';
import { signalName } from './end-session.ts';
import type { SessionOutput } from './stored-session.ts';
import { takeOutput, textSince } from './take.ts';
import { tellOutput } from './tell-output.ts';
import { type Reason, type Until, waitFor } from './wait.ts';
import type { TerminalModes } from './terminal-modes.ts';
import { Matcher } from '../search/matcher.ts';
import type { Input, Output } from '../../commands/terminal/session/read.ts';

export type SessionState = Pick<Output, 'isRunning' | 'waitingForInput' | 'evidence' | 'exitCode' | 'signal'>;

export async function readSession(input: Input, context: Context): Promise<Output> {
  const session = context.keep(sessions).output(input.sessionId);
  const reader = readerOf(context.place);
  const reason = await waitForOutput(session, session.readers.endOf(reader), input, context);
  context.signal.throwIfAborted();
  const state = await sessionState(session);
  if (input.view === 'screen') {
    const screen = await session.view();
    session.readers.hasRead(reader, session.size);
    return { sessionId: input.sessionId, output: '', hasMore: false, reason, ...state, screen };
  }
  const taken = takeOutput(session, session.readers.endOf(reader), input.maxBytes, input.view);
  session.readers.hasRead(reader, taken.end);
  const { output, hasMore, dropped } = taken;
  return { sessionId: input.sessionId, output, hasMore, ...(dropped > 0 ? { dropped } : {}), reason, ...state };
}

/** Whether it runs, waits, and how it ended. */
export async function sessionState(
  session: SessionOutput,
  modes?: Promise<TerminalModes | undefined>,
): Promise<SessionState> {
  if (session instanceof Session && session.running) {
    const { waiting, evidence } = await session.probeEcho(modes);
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
  from: number,
  { until: text, timeoutSeconds }: Input,
  { signal, progress }: Context,
): Promise<Reason> {
  const matcher = parsePattern(text);
  const matches = async () => ((await matcher?.find([textSince(session, from)], signal))?.[0] ?? -1) >= 0;
  const stopTelling = session instanceof Session ? tellOutput(session, progress) : () => {};
  try {
    const until: Until = matcher ? { kind: 'match', matches } : { kind: isKind(text) ? text : 'output' };
    if (session instanceof Session) {
      const { isUnanswered } = session;
      return await waitFor(session, { until, from, timeoutMs: timeoutSeconds * 1000, signal, isUnanswered });
    }
    return matcher && (await matches()) ? 'match' : 'exit';
  } finally {
    stopTelling();
    await matcher?.close();
  }
}

function isKind(text: string | undefined): text is 'idle' | 'exit' | 'prompt' {
  return text === 'idle' || text === 'exit' || text === 'prompt';
}

function parsePattern(text: string | undefined): Matcher | undefined {
  if (text === undefined || isKind(text)) return undefined;
  const [, source, flags = ''] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  if (source === undefined) {
    throw new CommandError('INVALID_INPUT', `until cannot be ${JSON.stringify(text)}`, {
      hint: worded`Use idle, exit, prompt, or a regular expression in slashes: ${parameter('until')} "/listening on \\d+/"`,
      details: { until: text },
    });
  }
  try {
    return new Matcher({ source, flags });
  } catch (thrown) {
    throw new CommandError('INVALID_PATTERN', `until is not a regular expression: ${(thrown as Error).message}`, {
      hint: 'Put a backslash before characters that are meant as they are: /\\$ /',
      details: { until: text },
      cause: thrown,
    });
  }
}
