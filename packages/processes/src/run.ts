import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { platform } from 'node:process';
import type { Readable } from 'node:stream';
import { call, CommandError, toCommandError, worded } from '@helve/command';
import { RUN_VARIABLE } from './table.ts';
import { endTree, findLeftRunning, type RunMark, type RunningProcess } from './tree.ts';
import { type Watch, watchNext } from './watchdog.ts';
import { Drain } from './drain.ts';
import { type Pipe, takePipes } from './pipes.ts';
import { type Attempt, beginProgram, type SetUp } from './begin.ts';

/** Takes the bytes of a stream; a promise is given when the next should wait for it. */
export type Take = (chunk: Buffer) => Promise<unknown> | undefined;

export interface RunPlan extends Attempt {
  /** How its sandbox is set up; absent: nothing is to be waited for. */
  readonly setUp?: SetUp | undefined;
  readonly cwd: string;
  /** The ids of the runs around this one, if helve itself runs in one. */
  readonly outerRun: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What it leaves running in the background may go on. */
  readonly keepChildren: boolean;
  /** Time that its processes have to end by themselves before they are killed. */
  readonly graceMs?: number;
  /** What it is given to read; absent: nothing. */
  readonly input?: string;
  readonly stdout: Take;
  /** Absent: not wanted. */
  readonly stderr: Take | undefined;
}

export interface RunEnd {
  readonly outcome: 'exited' | 'timeout' | 'aborted';
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly seconds: number;
  /** Processes in the background that go on; their output is no longer read. */
  readonly leftRunning: readonly RunningProcess[];
  /** Processes in the background that were stopped when the program exited. */
  readonly stopped: readonly RunningProcess[];
  /** Whether somebody still holds the pipes of a run that is over. */
  readonly outputOpen: boolean;
  /** Processes that could not be ended. */
  readonly survivors: readonly RunningProcess[];
}

/**
 * Runs a program to its end, in a session of its own and with nothing to read but what it is given. The run is over when the program itself
 * is, also if something in the background still holds its pipes. At the timeout and when aborted, all of it is ended.
 */
export async function runProgram(plan: RunPlan): Promise<RunEnd> {
  if (plan.setUp === undefined) return runOnce(plan);
  const began = performance.now();
  const { stdout, stderr } = plan;
  const { end } = await beginProgram(plan, (attempt, hold) => {
    const timeoutMs = Math.max(0, plan.timeoutMs - (performance.now() - began));
    const end = runOnce({ ...plan, ...attempt, timeoutMs, stdout: hold(stdout), stderr: stderr && hold(stderr) });
    return { end, ended: end.then(({ outcome }) => outcome === 'exited') };
  });
  return end;
}

async function runOnce(plan: RunPlan): Promise<RunEnd> {
  const watch = watchNext(plan.env.PATH);
  let goesOn = true;
  const taken = takePipes(plan.stderr ? 2 : 1, plan.env);
  // Without a pause where there need be none: what its caller does meanwhile is done while the program runs.
  const pipes = taken instanceof Promise ? await taken : taken;
  try {
    const end = await runWatched(plan, watch, pipes);
    goesOn = end.leftRunning.length > 0;
    return end;
  } finally {
    watch.over(goesOn);
  }
}

async function runWatched(plan: RunPlan, watch: Watch, pipes: readonly Pipe[]): Promise<RunEnd> {
  const { runId } = watch;
  const started = performance.now();
  const child = start(plan, plan.outerRun === undefined ? runId : `${plan.outerRun}:${runId}`, pipes);
  const exit = exitOf(child);
  const [out, err] = pipes;
  const streams = [read(out?.readEnd ?? child.stdout, plan.stdout), read(err?.readEnd ?? child.stderr, plan.stderr)];
  const drain = new Drain(streams.filter((stream) => stream !== undefined));
  try {
    const { pid } = child;
    if (pid === undefined) {
      await exit;
      throw new CommandError('INTERNAL', 'A process without an id was started');
    }
    watch.began(pid);
    const mark: RunMark = { pid, runId };
    const outcome = await firstOf(exit, plan);
    const seconds = (performance.now() - started) / 1000;
    let survivors: readonly RunningProcess[] = [];
    if (outcome !== 'exited') survivors = await endTree(mark, plan.graceMs);
    const outputOpen = !(await drain.settle());
    let leftRunning = outcome === 'exited' ? await findLeftRunning(mark) : [];
    let stopped: readonly RunningProcess[] = [];
    if (leftRunning.length > 0 && !plan.keepChildren) {
      survivors = await endTree(mark);
      stopped = leftRunning;
      leftRunning = [];
    }
    const { exitCode, signalCode: signal } = child;
    const over = outcome === 'exited';
    return {
      outcome,
      exitCode: over ? exitCode : null,
      signal: over ? signal : null,
      seconds: Math.round(seconds * 1000) / 1000,
      leftRunning,
      stopped,
      outputOpen: outputOpen && leftRunning.length > 0,
      survivors,
    };
  } finally {
    drain.end();
  }
}

/**
 * Node's pipes are sockets, and bash takes a socket for a connection from another machine: as the outermost shell it would
 * read ~/.bashrc first.
 */
const NOT_FROM_AFAR = { SHLVL: '1' };

function start(plan: RunPlan, runIds: string, pipes: readonly Pipe[]): ChildProcess {
  const [out, err] = pipes.map(({ writeEnd }) => writeEnd);
  const descriptors = plan.direct?.open();
  try {
    const { program, args } = plan.direct ?? plan;
    const child = spawn(program, args, {
      cwd: plan.cwd,
      env: { ...(plan.input === undefined ? {} : NOT_FROM_AFAR), ...plan.env, [RUN_VARIABLE]: runIds },
      stdio: [
        plan.input === undefined ? 'ignore' : 'pipe',
        out ?? 'pipe',
        plan.stderr ? (err ?? 'pipe') : 'ignore',
        ...(descriptors?.stdio ?? []),
      ],
      detached: platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: plan.program.endsWith('cmd.exe'),
    });
    // A program that ends without reading all of it is free to do so.
    child.stdin?.on('error', () => {}).end(plan.input);
    return child;
  } catch (thrown) {
    for (const { readEnd } of pipes) readEnd.destroy();
    throw startError(thrown, plan);
  } finally {
    for (const { writeEnd } of pipes) closeSync(writeEnd);
    descriptors?.close();
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(startError(error, { program: child.spawnfile })));
    child.once('exit', () => resolve());
  });
}

async function firstOf(exit: Promise<void>, { timeoutMs, signal }: RunPlan): Promise<RunEnd['outcome']> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), timeoutMs);
  });
  const aborted = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted');
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([exit.then(() => 'exited' as const), aborted, late]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

function read(stream: Readable | null, take: Take | undefined): Readable | undefined {
  if (!stream || !take) return undefined;
  stream.on('data', (chunk: Buffer) => {
    const wait = take(chunk);
    if (!wait) return;
    stream.pause();
    void wait.then(() => stream.resume());
  });
  // The other end is gone; what came is kept.
  stream.on('error', () => {});
  return stream;
}

function startError(thrown: unknown, { program }: Pick<RunPlan, 'program'>): CommandError {
  const { code } = thrown as NodeJS.ErrnoException;
  if (code === 'E2BIG') {
    return new CommandError('TOO_LARGE', 'The command is longer than the system takes', {
      hint: worded`Write it to a file and run that: ${call('terminal exec', { script: 'FILE' })}`,
      cause: thrown,
    });
  }
  if (code === 'EAGAIN' || code === 'ENOMEM' || code === 'EMFILE') {
    return new CommandError('UNAVAILABLE', `The system cannot start another process now (${code})`, {
      hint: 'End something that runs, and try again.',
      retry: 'safe',
      cause: thrown,
    });
  }
  return toCommandError(thrown, program);
}
