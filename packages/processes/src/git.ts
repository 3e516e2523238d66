import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { CommandError, type Confinement, type Effect, type Need, throwIfAborted, toCommandError } from '@helve/command';
import {
  deniedFile,
  filterKeys,
  filterName,
  gitEnvironment,
  gitSettings,
  type InspectingCall,
  inspectionOf,
  LIST_SETTINGS,
  localSettings,
  withoutFilter,
} from './git-safety.ts';
import { needsIn } from './needs.ts';
import { prepareProgram, requireStarted } from './prepare.ts';
import { type RunEnd, type RunPlan, runProgram } from './run.ts';
import { RUN_VARIABLE } from './table.ts';

export interface GitCall {
  /** The subcommand and its arguments. */
  readonly args: readonly string[];
  /**
   * What the call may do. `inspect` runs no program that the repository names and takes no lock, `modify` runs its content
   * filters but no hooks, and `execute` runs all of them and may use the network.
   */
  readonly effect: Effect;
  readonly cwd: string;
  /** The user's environment. Variables that point git to another repository are dropped. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** What the operating system enforces on git and the programs that it starts, unless it only inspects; absent: nothing. */
  readonly confinement?: Confinement | undefined;
  /** More settings, as `key=value`. */
  readonly settings?: readonly string[] | undefined;
  /** Variables that are set after the environment was cleaned. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Whether a file that a setting of the repository names may be read; absent: all may. */
  readonly permits?: ((absolutePath: string) => boolean) | undefined;
  /** Text for git's standard input. */
  readonly input?: string | undefined;
  /** Bytes of output after which git is stopped and the result is marked as `truncated`. */
  readonly limit?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Receives each line of git's standard error. */
  readonly progress?: ((line: string) => void) | undefined;
}

export interface GitResult {
  readonly exitCode: number;
  readonly bytes: Buffer;
  /** The same as text. */
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  /** Names of content filters in the repository's own config that were turned off. */
  readonly unusedFilters: readonly string[];
  /** What a git that failed lacked in the sandbox. */
  readonly needs?: readonly Need[];
}

const OUTPUT_LIMIT = 64 * 1024 * 1024;
const STDERR_LIMIT = 64 * 1024;
const NO_TIMEOUT = 2 ** 31 - 1;
/** Time that a stopped git has to remove its lock files. One that inspects has none. */
const GRACE_MS = 2000;

/** Runs git to its end and returns what it printed, whatever its exit code. All that it starts ends with the call. */
export async function runGit(call: GitCall): Promise<GitResult> {
  throwIfAborted(call.signal);
  if (call.args.some((arg) => arg.includes('\0'))) {
    throw new CommandError('INVALID_INPUT', 'Git takes no NUL byte in its arguments');
  }
  if (call.effect !== 'inspect') return { ...(await start(call, call.args)), unusedFilters: [] };
  const inspection = inspectionOf(call.args);
  if (!inspection) throw new CommandError('INTERNAL', `git ${call.args[0]} is not known to only inspect`);
  const keys = await filtersToTurnOff(call, inspection);
  const settings = [...(call.settings ?? []), ...keys.flatMap(withoutFilter)];
  return {
    ...(await start({ ...call, settings }, inspection.args)),
    unusedFilters: [...new Set(keys.map(filterName))],
  };
}

async function filtersToTurnOff(call: GitCall, inspection: InspectingCall): Promise<readonly string[]> {
  const { effect, cwd, env, signal, variables, permits } = call;
  const checksFiles = inspection.files && permits !== undefined;
  if (!inspection.filters && !checksFiles) return [];
  const { stdout } = await start({ args: [], effect, cwd, env, signal, variables }, LIST_SETTINGS);
  const local = localSettings(stdout);
  // Not every setting can be turned off: git adds up the values of some.
  const file = checksFiles ? deniedFile(local, { cwd, home: env.HOME ?? env.USERPROFILE, permits }) : undefined;
  if (file !== undefined) throw namesDenied(file);
  const keys = inspection.filters ? filterKeys(local) : [];
  // Git reads a setting up to its first `=`, so a filter with one in its name could not be turned off.
  const strange = keys.find((key) => key.includes('='));
  if (strange === undefined) return keys;
  throw new CommandError('GIT_FAILED', `The repository's config names a filter that cannot be turned off: ${strange}`, {
    hint: 'Look at .git/config before you trust this repository.',
  });
}

function namesDenied(key: string): CommandError {
  return new CommandError(
    'PERMISSION_DENIED',
    `The setting ${key} of the repository names a file that may not be read`,
    {
      hint: `A rule denies it. Git prints parts of such files; remove the setting: git config --unset-all ${key}`,
      retry: 'never',
      details: { setting: key },
    },
  );
}

async function start(call: GitCall, args: readonly string[]): Promise<Omit<GitResult, 'unusedFilters'>> {
  const { cwd, effect, signal, limit = OUTPUT_LIMIT, timeoutMs = NO_TIMEOUT } = call;
  const enough = new AbortController();
  const output: Buffer[] = [];
  let size = 0;
  let stderr = '';
  let unfinished = '';
  const decoder = new TextDecoder();
  const settings = [...gitSettings(effect), ...(call.settings ?? [])].flatMap((setting) => ['-c', setting]);
  // A git that inspects starts no other program: it needs no watchdog to end with its caller.
  const run = effect === 'inspect' ? runAlone : runProgram;
  const confinement = effect === 'inspect' ? undefined : call.confinement;
  const program = await prepareProgram(
    {
      program: 'git',
      args: ['--no-pager', ...settings, ...args],
      cwd,
      env: gitEnvironment(call.env, effect),
      own: call.variables ?? {},
    },
    confinement,
  );
  const end = await run({
    ...program,
    outerRun: call.env[RUN_VARIABLE],
    timeoutMs,
    signal: AbortSignal.any([signal, enough.signal]),
    // A hook may start something that outlives the command.
    keepChildren: effect !== 'inspect' && !confinement,
    graceMs: effect === 'inspect' ? 0 : GRACE_MS,
    ...(call.input === undefined ? {} : { input: call.input }),
    stdout: (chunk) => {
      if (size <= limit) output.push(chunk);
      size += chunk.length;
      if (size > limit) enough.abort();
      return undefined;
    },
    stderr: (chunk) => {
      const text = decoder.decode(chunk, { stream: true });
      if (stderr.length < STDERR_LIMIT) stderr += text.slice(0, STDERR_LIMIT - stderr.length);
      if (call.progress) unfinished = reportProgress(unfinished + text, call.progress);
      return undefined;
    },
  })
    .catch(async (thrown: unknown) => {
      throw await startError(thrown, cwd);
    })
    .finally(program.release);
  throwIfAborted(signal);
  requireStarted(program, end.exitCode, stderr);
  const truncated = size > limit;
  if (end.outcome === 'timeout') {
    throw new CommandError('TIMEOUT', `git ${args[0]} did not end within ${timeoutMs / 1000} s`, {
      retry: 'conditional',
    });
  }
  if (truncated && call.limit === undefined) {
    throw new CommandError('TOO_LARGE', `git ${args[0]} answered with more than ${OUTPUT_LIMIT} bytes`, {
      hint: 'Ask for less: a path, a limit or a narrower range.',
    });
  }
  const bytes = Buffer.concat(output).subarray(0, limit);
  // A git that was stopped because enough was read has not failed.
  const exitCode = truncated ? 0 : (end.exitCode ?? 1);
  const needs = confinement && exitCode !== 0 ? needsIn(stderr, { confinement, cwd }) : [];
  const found = needs.length > 0 ? { needs } : {};
  return { exitCode, bytes, stdout: bytes.toString(), stderr, truncated, ...found };
}

/** Runs a program that starts no others, and kills it when it is told to stop or takes too long. */
function runAlone(plan: RunPlan): Promise<Pick<RunEnd, 'outcome' | 'exitCode'>> {
  const { program, args, cwd, env, input, signal, timeoutMs } = plan;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'pipe' });
    let outcome: RunEnd['outcome'] = 'exited';
    const stop = (why: RunEnd['outcome']) => {
      outcome = why;
      child.kill('SIGKILL');
    };
    const abort = () => stop('aborted');
    const timer = setTimeout(() => stop('timeout'), timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    child.stdout.on('data', (chunk: Buffer) => void plan.stdout(chunk));
    child.stderr.on('data', (chunk: Buffer) => void plan.stderr?.(chunk));
    // It may end before it has read everything.
    child.stdin.on('error', () => {}).end(input);
    child.on('error', (error) => {
      end();
      reject(error);
    });
    child.on('close', (exitCode) => {
      end();
      resolve({ outcome, exitCode });
    });
    if (signal.aborted) abort();
  });
}

/** Passes on each finished line (git ends a line that it will overwrite with CR) and returns the unfinished one. */
function reportProgress(text: string, report: (line: string) => void): string {
  const lines = text.split(/[\r\n]/);
  const rest = lines.pop() ?? '';
  for (const line of lines) if (line.trim() !== '') report(line.trim());
  return rest;
}

async function startError(thrown: unknown, cwd: string): Promise<CommandError> {
  const cause = thrown instanceof CommandError ? thrown.cause : thrown;
  const { code, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (!syscall?.startsWith('spawn') || code === 'EAGAIN') return toCommandError(thrown);
  // Node reports ENOENT both for a missing program and for a missing working directory.
  const folder = await stat(cwd).catch((error: unknown) => toCommandError(error, cwd));
  if (folder instanceof CommandError) return folder;
  if (!folder.isDirectory()) return new CommandError('NOT_DIRECTORY', `${cwd} is not a folder`);
  if (code === 'E2BIG') return new CommandError('TOO_LARGE', 'That is more than fits one call of git', { cause });
  return new CommandError('PROGRAM_MISSING', 'git was not found on PATH', {
    hint: 'Install it (apt install git, brew install git, or https://git-scm.com/downloads) and try again.',
    cause,
  });
}
