import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { kill, platform } from 'node:process';
import { CommandError, type Context, type Effect, throwIfAborted, toCommandError } from '@helve/command';
import { gitEnvironment, gitSettings } from './environment.ts';
import { gitError } from './errors.ts';

export interface GitOptions {
  /** Where git runs, if not in the working directory. */
  readonly cwd?: string;
  /** More settings for this call, as `key=value`. */
  readonly settings?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What git reads from stdin, which is then closed. */
  readonly input?: string;
  /** Bytes of output after which git is stopped and the result says `truncated`. */
  readonly limit?: number;
  /** Whether git's stderr is a report of progress. */
  readonly progress?: boolean;
}

export interface GitResult {
  readonly exitCode: number;
  readonly bytes: Buffer;
  /** The same as text. */
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

const OUTPUT_LIMIT = 64 * 1024 * 1024;
const STDERR_LIMIT = 64 * 1024;
/** How long git may take to remove its lock files when it is told to stop. */
const GRACE = 2000;
/** How long after git's own end its pipes may stay silent, when something that a hook started still holds them. */
const SILENCE = 200;

/** Runs git and gives what it says; a failure is a CommandError. */
export async function git(
  context: Context,
  effect: Effect,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  const result = await tryGit(context, effect, args, options);
  if (result.exitCode !== 0) throw gitError(args, result);
  return result;
}

/** Runs git and gives what it says, whatever its exit code. */
export async function tryGit(
  context: Context,
  effect: Effect,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  throwIfAborted(context.signal);
  if (args.some((arg) => arg.includes('\0'))) {
    throw new CommandError('INVALID_INPUT', 'Git takes no NUL byte in its arguments');
  }
  const settings = [...gitSettings(effect), ...(options.settings ?? [])].flatMap((setting) => ['-c', setting]);
  const cwd = options.cwd ?? context.cwd;
  const child = spawn('git', ['--no-pager', ...settings, ...args], {
    cwd,
    env: { ...gitEnvironment(context.env, effect), ...options.env },
    // A session of its own: no terminal to ask on, and one group to end with all that hooks started.
    detached: platform !== 'win32',
    windowsHide: true,
  });
  // A git that ends without reading its input closes the pipe; its exit code says the rest.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input);
  const stop = () => stopGroup(child);
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    const result = await collect(child, options, context);
    throwIfAborted(context.signal);
    if (result.truncated && options.limit === undefined) {
      throw new CommandError('TOO_LARGE', `git ${args[0]} answered with more than ${OUTPUT_LIMIT} bytes`, {
        hint: 'Ask for less: a path, a limit or a narrower range.',
      });
    }
    return result;
  } catch (thrown) {
    throw await startError(thrown, cwd);
  } finally {
    context.signal.removeEventListener('abort', stop);
  }
}

function collect(child: ChildProcessWithoutNullStreams, options: GitOptions, context: Context): Promise<GitResult> {
  const { limit = OUTPUT_LIMIT, progress = false } = options;
  const output: Buffer[] = [];
  let size = 0;
  let stderr = '';
  let unfinished = '';
  let exitCode: number | undefined;
  let silence: NodeJS.Timeout | undefined;
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(silence);
      child.stdout.destroy();
      child.stderr.destroy();
      const truncated = size > limit;
      const bytes = Buffer.concat(output).subarray(0, limit);
      // A git that was stopped because enough was read has not failed.
      resolve({ exitCode: truncated ? 0 : (exitCode ?? 1), bytes, stdout: bytes.toString(), stderr, truncated });
    };
    const awaitSilence = () => {
      if (exitCode === undefined) return;
      clearTimeout(silence);
      // A timer may be late and come before what is already in the pipe; an immediate comes after it.
      silence = setTimeout(() => {
        const before = size + stderr.length;
        setImmediate(() => (size + stderr.length === before ? finish() : awaitSilence()));
      }, SILENCE);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      if (size <= limit) output.push(chunk);
      size += chunk.length;
      if (size > limit && exitCode === undefined) stopGroup(child);
      awaitSilence();
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      if (stderr.length < STDERR_LIMIT) stderr += chunk.slice(0, STDERR_LIMIT - stderr.length);
      if (progress) unfinished = reportProgress(unfinished + chunk, context);
      awaitSilence();
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      exitCode = code ?? 1;
      awaitSilence();
    });
    child.on('close', finish);
  });
}

/** Passes on each finished line (git ends a line that it will overwrite with CR) and gives back the unfinished one. */
function reportProgress(text: string, context: Context): string {
  const lines = text.split(/[\r\n]/);
  const rest = lines.pop() ?? '';
  for (const line of lines) if (line.trim() !== '') context.progress(line.trim());
  return rest;
}

/** Asks git to end, which lets it remove its lock files and half-made folders, and then ends what is left of its group. */
function stopGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  const end = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE);
  child.once('exit', () => {
    clearTimeout(end);
    signalGroup(child, 'SIGKILL');
  });
  signalGroup(child, 'SIGTERM');
}

function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (platform === 'win32') child.kill(signal);
    else kill(-child.pid, signal);
  } catch {
    // Nothing of the group is left.
  }
}

async function startError(thrown: unknown, cwd: string): Promise<CommandError> {
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (!syscall?.startsWith('spawn')) return toCommandError(thrown);
  // Node says ENOENT both for a missing program and for a missing working directory.
  const folder = await stat(cwd).catch((error: unknown) => toCommandError(error, cwd));
  if (folder instanceof CommandError) return folder;
  if (!folder.isDirectory()) return new CommandError('NOT_DIRECTORY', `${cwd} is not a folder`);
  if (code === 'E2BIG')
    return new CommandError('TOO_LARGE', 'That is more than fits one call of git', { cause: thrown });
  return new CommandError('PROGRAM_MISSING', 'git was not found on PATH', {
    hint: 'Install it (apt install git, brew install git, or https://git-scm.com/downloads) and try again.',
    cause: thrown,
  });
}
