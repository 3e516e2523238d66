import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import {
  endTree,
  findLeftRunning,
  maskCredentials,
  requireStarted,
  RUN_VARIABLE,
  type RunEnd,
  type RunMark,
  type RunningProcess,
} from '@helve/processes';
import { call, CommandError, type Context, parameter, throwIfAborted, worded } from '@helve/command';
import { lackedIn } from '../sandbox/lacked.ts';
import { tellOutput } from '../session/tell-output.ts';
import { endSession, signalName } from '../session/end-session.ts';
import { unfinishedBytes } from '../session/plain-text.ts';
import type { Session } from '../session/session.ts';
import { type Reader, readerOf } from '../session/readers.ts';
import { sessions } from '../session/session-store.ts';
import { boundedText, HALF_BYTES } from './bounded-text.ts';
import { cleanText } from './clean-text.ts';
import { maskRunning, warnOfStopped, warnOfWithheld } from '../exec.ts';
import type { Input as ExecInput, Output as ExecResult } from '../../commands/terminal/exec.ts';
import { HeadAndTail } from './head-and-tail.ts';
import { prepareRun } from './prepare.ts';
import { recordOutput, recordRun, statusOf } from './record-run.ts';
import { suggestFor, TIMEOUT_SUGGESTION } from './suggestion.ts';

/** How long programs may take to end in good order when the call is cancelled. */
const GRACE_MS = 1000;

const COLS = 80;
const ROWS = 24;

/** Nobody is there to turn pages. */
const NO_PAGER = { PAGER: 'cat', GIT_PAGER: 'cat' };

const READ_BYTES = 1024 * 1024;

/**
 * Runs it as a session from the start, for a process cannot be moved to one later. One that ends in time has the usual
 * result. With `background` it has a terminal and goes on when the time is over. Else it goes on only when whoever waits
 * for it hands it over, has no terminal, and leaves no session behind. The result names the session in which it goes on.
 */
export async function execInBackground(input: ExecInput, context: Context): Promise<ExecResult> {
  refuseSeparateStreams(input);
  const store = context.keep(sessions);
  const run = await prepareRun(input, context);
  const { program, args, shell, workingDirectory, variables, withheld, secrets, hidden } = run;
  const command = input.command ?? input.script ?? '';
  const around = context.place.env[RUN_VARIABLE];
  const started = performance.now();
  const piped = !input.background;
  const session = await store.start({
    piped,
    onEnd: run.release,
    setUp: run.setUp,
    owner: context.reach.owner,
    confined: context.confinement !== undefined,
    sessionId: undefined,
    command,
    file: program,
    args,
    shell: shell.name,
    workingDirectory,
    secrets,
    hidden,
    environment: (tag) => ({
      ...variables,
      ...(piped ? {} : { ...pagersFor(input), TERM: 'xterm-256color' }),
      [RUN_VARIABLE]: around === undefined ? tag : `${around} ${tag}`,
    }),
    cols: COLS,
    rows: ROWS,
    now: context.now,
  });
  const stopTelling = tellOutput(session, context.progress);
  const outcome = await settled(session, input.timeoutSeconds * 1000, context).finally(stopTelling);
  const goesOn = outcome === 'handed over' || (outcome === 'timeout' && !piped);
  const seconds = (performance.now() - started) / 1000;
  const survivors = goesOn || outcome === 'exited' ? [] : await endSession(session, { graceMs: GRACE_MS, force: true });
  const end = await endOf(session, outcome, survivors, seconds, input.keepChildren && !context.confinement);
  const recorded = {
    command,
    workingDirectory,
    variables: { ...context.place.env, ...variables },
    secrets,
    context,
  };
  await recordRun(end, recorded);
  if (context.signal.aborted && piped) store.discard(session);
  throwIfAborted(context.signal);
  const printed = await outputOf(session, readerOf(context.place), input.raw);
  requireStarted(run, end.exitCode, printed.stdout);
  if (goesOn) store.handOver(session);
  else if (piped && !printed.spilled) {
    await recordOutput(printed.stdout, recorded);
    store.discard(session);
  }
  warnOfWithheld(withheld, input, printed.stdout, context);
  warnOfStopped(end.stopped, hidden, context);
  if (outcome === 'handed over') {
    const { id: sessionId } = session;
    context.warn(
      worded`Read on: ${call('terminal session read', { sessionId })}. End it: ${call('terminal session stop', { sessionId })}.`,
    );
  }
  const suggestion = await suggestionFor(outcome, end, session.id, printed.stdout, variables.PATH, piped);
  return {
    ...statusOf(end),
    ...printed,
    merged: true,
    ...(goesOn ? { sessionId: session.id } : {}),
    duration: end.seconds,
    workingDirectory,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...lackedIn(context, {
      ...statusOf(end),
      workingDirectory,
      line: input.command,
      printed: printed.stdout,
      refused: run.refused(),
    }),
    ...(end.leftRunning.length > 0 ? { leftRunning: maskRunning(end.leftRunning, hidden) } : {}),
    ...(end.survivors.length > 0 ? { survivors: maskRunning(end.survivors, hidden) } : {}),
  };
}

/** The caller may have named others. */
function pagersFor({ env = {} }: ExecInput): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(NO_PAGER).filter(([name]) => env[name] === undefined));
}

function refuseSeparateStreams({ saveTo, captureStderr }: ExecInput): void {
  if (saveTo === undefined && captureStderr) return;
  throw new CommandError('INVALID_INPUT', 'A run in the background has a terminal, where stdout and stderr are one', {
    hint: worded`Part them in the command itself: > file, 2>/dev/null. Or run it without ${parameter('background')}.`,
  });
}

type Settled = RunEnd['outcome'] | 'handed over';

/** Waits for the end of the program, of the time or of the call, or until it is handed over. */
function settled(session: Session, ms: number, { reach: { handOver }, signal }: Context): Promise<Settled> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', done);
      handOver?.removeEventListener('abort', done);
      if (signal.aborted) resolve('aborted');
      else if (!session.running) resolve('exited');
      else resolve(handOver?.aborted ? 'handed over' : 'timeout');
    };
    const timer = setTimeout(done, ms);
    const stop = session.onChange(() => {
      if (!session.running) done();
    });
    signal.addEventListener('abort', done, { once: true });
    handOver?.addEventListener('abort', done, { once: true });
    if (!session.running || signal.aborted || handOver?.aborted) done();
  });
}

async function suggestionFor(
  outcome: Settled,
  { exitCode }: RunEnd,
  id: string,
  stderr: string,
  path: string | undefined,
  piped: boolean,
): Promise<string | undefined> {
  if (outcome === 'handed over') {
    return `The user sent it to the background, where it continues as session ${id}.`;
  }
  if (outcome === 'timeout' && piped) return TIMEOUT_SUGGESTION;
  if (outcome === 'timeout') return `It continues as session ${id}. Use CliRead to read more, CliStop to stop it.`;
  return exitCode === 0 ? undefined : suggestFor({ exitCode, stderr, path });
}

async function endOf(
  { pid, meta }: Session,
  settledAs: Settled,
  ended: readonly RunningProcess[],
  seconds: number,
  keepChildren: boolean,
): Promise<RunEnd> {
  const outcome = settledAs === 'handed over' ? 'timeout' : settledAs;
  const mark: RunMark = { pid, runId: meta.tag };
  const left = outcome === 'exited' ? await findLeftRunning(mark) : [];
  const over = outcome === 'exited';
  return {
    outcome,
    exitCode: over && meta.signal === null ? meta.exitCode : null,
    signal: over ? ((signalName(meta.signal) as NodeJS.Signals | undefined) ?? null) : null,
    seconds: Math.round(seconds * 1000) / 1000,
    leftRunning: keepChildren ? left : [],
    stopped: keepChildren ? [] : left,
    outputOpen: false,
    survivors: keepChildren || left.length === 0 ? ended : await endTree(mark),
  };
}

/** What was printed so far, which the reader has read then. */
async function outputOf(
  session: Session,
  reader: Reader,
  isRaw: boolean,
): Promise<Pick<ExecResult, 'stdout' | 'stderr' | 'binary' | 'spilled'>> {
  const held = new HeadAndTail(HALF_BYTES);
  const { size, running } = session;
  const end = running ? size - unfinishedBytes(session.read(Math.max(0, size - 4), Math.min(4, size))) : size;
  for (let from = 0; from < end; from += READ_BYTES) {
    held.add(session.read(from, Math.min(READ_BYTES, end - from)));
    await turn();
  }
  session.readers.hasRead(reader, end);
  const path = join(session.files.dir, 'output.log');
  const note = (bytes: number) => `\n\n[${bytes} of ${end} bytes left out. All of it: ${path}]\n\n`;
  const { text, omitted, binary } = boundedText(held, note);
  return {
    stdout: maskCredentials(isRaw ? text : cleanText(text, { binary, bytes: end })),
    stderr: '',
    ...(binary ? { binary } : {}),
    ...(binary || omitted > 0 ? { spilled: [{ stream: 'stdout', path, bytes: end, complete: true }] } : {}),
  };
}
