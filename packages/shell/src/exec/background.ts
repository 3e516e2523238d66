import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { endTree, findLeftRunning, RUN_VARIABLE, type RunEnd, type RunMark } from '@helve/processes';
import { CommandError, type Context, throwIfAborted } from '@helve/registry';
import { endSession } from '../session/end-session.ts';
import { plainText } from '../session/plain-text.ts';
import type { Session } from '../session/session.ts';
import { signalName } from '../session/signal-name.ts';
import { sessions } from '../session/session-store.ts';
import { unfinishedBytes } from '../session/utf8.ts';
import { boundedText, HALF_BYTES } from './bounded-text.ts';
import { type ExecInput, type ExecResult, maskRunning, warnOfWithheld } from './exec.ts';
import { HeadAndTail } from './head-and-tail.ts';
import type { PreparedRun } from './prepare.ts';
import { recordRun } from './record-run.ts';
import { statusOf } from './status.ts';
import { suggestFor } from './suggestion.ts';

/** How long programs may take to end in good order when the call is cancelled. */
const GRACE_MS = 1000;

const COLS = 80;
const ROWS = 24;

/** Nobody is there to turn pages. */
const NO_PAGER = { PAGER: 'cat', GIT_PAGER: 'cat' };

const READ_BYTES = 1024 * 1024;

/**
 * Runs it as a session from the start, for a process on pipes cannot be moved to a terminal later. One that ends in
 * time has the usual result; one that does not goes on, and the result names the session.
 */
export async function execInBackground(run: PreparedRun, input: ExecInput, context: Context): Promise<ExecResult> {
  refuseSeparateStreams(input);
  const { program, args, shell, workingDirectory, variables, withheld, secrets } = run;
  const command = input.command ?? input.script ?? '';
  const around = context.env[RUN_VARIABLE];
  const started = performance.now();
  const session = await context.keep(sessions).start({
    sessionId: undefined,
    command,
    file: program,
    args,
    shell: shell.name,
    workingDirectory,
    secrets,
    environment: (tag) => ({
      ...variables,
      ...NO_PAGER,
      ...input.env,
      TERM: 'xterm-256color',
      [RUN_VARIABLE]: around === undefined ? tag : `${around} ${tag}`,
    }),
    cols: COLS,
    rows: ROWS,
    now: context.now,
  });
  await settled(session, input.timeoutSeconds * 1000, context.signal);
  if (context.signal.aborted) await endSession(session, { graceMs: GRACE_MS, force: true });
  const end = await endOf(session, (performance.now() - started) / 1000, input.keepChildren, context);
  await recordRun(end, { command, workingDirectory, variables: { ...context.env, ...variables }, secrets, context });
  throwIfAborted(context.signal);
  const printed = await outputOf(session);
  warnOfWithheld(withheld, input, printed.stdout, context);
  const suggestion =
    end.outcome === 'timeout'
      ? `It goes on as session ${session.id}. Use CliRead to read on, CliStop to end it.`
      : end.exitCode === 0
        ? undefined
        : await suggestFor({ exitCode: end.exitCode, stderr: printed.stdout, path: variables.PATH });
  return {
    ...statusOf(end),
    ...printed,
    merged: true,
    ...(end.outcome === 'timeout' ? { sessionId: session.id } : {}),
    duration: end.seconds,
    workingDirectory,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(end.leftRunning.length > 0 ? { leftRunning: maskRunning(end.leftRunning, secrets) } : {}),
    ...(end.survivors.length > 0 ? { survivors: maskRunning(end.survivors, secrets) } : {}),
  };
}

function refuseSeparateStreams({ saveTo, captureStderr }: ExecInput): void {
  if (saveTo === undefined && captureStderr) return;
  throw new CommandError('INVALID_INPUT', 'A run in the background has a terminal, where stdout and stderr are one', {
    hint: 'Part them in the command itself: > file, 2>/dev/null. Or run it without --background.',
  });
}

/** Waits for the end of the program, of the time or of the call. */
function settled(session: Session, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = session.onChange(() => {
      if (!session.running) done();
    });
    signal.addEventListener('abort', done, { once: true });
    if (!session.running || signal.aborted) done();
  });
}

async function endOf(session: Session, seconds: number, keepChildren: boolean, { signal }: Context): Promise<RunEnd> {
  const { running, pid, meta } = session;
  const outcome = signal.aborted ? 'aborted' : running ? 'timeout' : 'exited';
  const mark: RunMark = { pid, runId: meta.tag };
  const left = outcome === 'exited' ? await findLeftRunning(mark) : [];
  const over = outcome === 'exited';
  return {
    outcome,
    exitCode: over && meta.signal === null ? meta.exitCode : null,
    signal: over ? ((signalName(meta.signal) as NodeJS.Signals | undefined) ?? null) : null,
    seconds: Math.round(seconds * 1000) / 1000,
    leftRunning: keepChildren ? left : [],
    outputOpen: false,
    survivors: keepChildren || left.length === 0 ? [] : await endTree(mark),
  };
}

/** What was printed so far, which counts as read. */
async function outputOf(session: Session): Promise<Pick<ExecResult, 'stdout' | 'stderr' | 'binary' | 'spilled'>> {
  const held = new HeadAndTail(HALF_BYTES);
  const { size, running } = session;
  const end = running ? size - unfinishedBytes(session.read(Math.max(0, size - 4), Math.min(4, size))) : size;
  for (let from = 0; from < end; from += READ_BYTES) {
    held.add(session.read(from, Math.min(READ_BYTES, end - from)));
    await turn();
  }
  session.cursor = end;
  const path = join(session.files.dir, 'output.log');
  const note = (bytes: number) => `\n\n[${bytes} of ${end} bytes left out. All of it: ${path}]\n\n`;
  const { text, omitted, binary } = boundedText(held, note);
  return {
    stdout: plainText(text),
    stderr: '',
    ...(binary ? { binary } : {}),
    ...(binary || omitted > 0 ? { spilled: [{ stream: 'stdout', path, bytes: end, complete: true }] } : {}),
  };
}
