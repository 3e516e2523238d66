import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, type Context, parameter, throwIfAborted, worded } from '@helve/command';

export interface RipgrepCall {
  readonly folder: string;
  /** Hidden and ignored files too. */
  readonly all: boolean;
  readonly onData: (chunk: Buffer) => void;
  /** Open files that ripgrep is to read, as `/dev/fd/3` and so on. */
  readonly open?: readonly number[] | undefined;
  /** Where the program is, if not in its package. */
  readonly program?: string | undefined;
}

/** What ripgrep said besides its output. */
export interface RipgrepEnd {
  /** Files and folders it could not read, one message each. */
  readonly unreadable: readonly string[];
}

/** Without settings of its own: only ignore files decide what is searched. */
const ALWAYS = ['--no-config', '--color', 'never'];
const ALL = ['--hidden', '--no-ignore'];
const MAX_STDERR = 64 * 1024;
/** After this long without output, look whether it waits for an ignore file that is a fifo. */
const SILENCE_MS = 1_000;

/** Runs ripgrep in a folder and hands on its output as it comes. Ends it when the call is cancelled. */
export async function runRipgrep(args: readonly string[], call: RipgrepCall, context: Context): Promise<RipgrepEnd> {
  throwIfAborted(context.signal);
  // Outside of repositories .gitignore counts too. Inside, the flag would carry one's rules into those nested in it.
  const scope = call.all ? ALL : isInRepository(call.folder) ? [] : ['--no-require-git'];
  const child = spawn(call.program ?? locateRipgrep(), [...ALWAYS, ...scope, ...args], {
    cwd: call.folder,
    env: { ...context.place.env },
    stdio: ['ignore', 'pipe', 'pipe', ...(call.open ?? [])],
    windowsHide: true,
  });
  const kill = () => child.kill('SIGKILL');
  context.signal.addEventListener('abort', kill, { once: true });
  let stderr = '';
  let failure: unknown;
  const ended = new AbortController();
  const look = async () => {
    const { findWaitingRules } = await import('./waiting-rules.ts');
    failure ??= await findWaitingRules(call.folder, context.place, ended.signal);
    if (failure !== undefined) kill();
  };
  const silence = call.all ? undefined : setTimeout(() => void look(), SILENCE_MS);
  child.stdout?.on('data', (chunk: Buffer) => {
    silence?.refresh();
    try {
      call.onData(chunk);
    } catch (thrown) {
      failure ??= thrown;
      kill();
    }
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (stderr.length < MAX_STDERR) stderr += chunk.toString();
  });
  try {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...end) => resolve(end));
    });
    throwIfAborted(context.signal);
    if (failure !== undefined) throw failure;
    return { unreadable: code === 0 || code === 1 ? [] : unreadableIn(stderr, signal ?? `exit code ${code}`) };
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw code === 'ENOENT' || code === 'EACCES' ? missing(thrown) : thrown;
  } finally {
    context.signal.removeEventListener('abort', kill);
    clearTimeout(silence);
    ended.abort();
    kill();
  }
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}

/** How ripgrep begins to say that it does not understand what it was asked for. */
const MISUNDERSTOOD =
  /^rg: (?:regex parse error|error parsing (?:regex|glob)|the literal|compiled regex|pattern contains|invalid definition|PCRE2)/m;

/** Ripgrep ends with code 2 both when some files could not be read and when it did not search at all. */
function unreadableIn(stderr: string, end: string): string[] {
  const said = stderr.trim().replace(/^rg: /, '');
  if (MISUNDERSTOOD.test(stderr)) {
    throw new CommandError('INVALID_PATTERN', said, {
      hint: worded`Correct the pattern, or give ${parameter('fixed')} to search for the literal text.`,
    });
  }
  const unreadable = stderr.split('\n').filter((line) => line.startsWith('rg: ') && line.includes('(os error '));
  if (unreadable.length > 0) return unreadable.map((line) => line.replace(/^rg: (\.\/)?/, ''));
  throw new CommandError('IO_FAILED', `ripgrep failed (${end})${said === '' ? '' : `: ${said}`}`, { retry: 'safe' });
}

let found: string | undefined;

function locateRipgrep(): string {
  if (found !== undefined) return found;
  const name = `@vscode/ripgrep-${platform()}-${arch()}/bin/${platform() === 'win32' ? 'rg.exe' : 'rg'}`;
  try {
    // The binary's package is a dependency of @vscode/ripgrep and may be installed below it.
    const entry = createRequire(import.meta.url).resolve('@vscode/ripgrep');
    found = createRequire(entry).resolve(name);
    return found;
  } catch (cause) {
    throw missing(cause);
  }
}

function missing(cause: unknown): CommandError {
  return new CommandError('PROGRAM_MISSING', 'ripgrep, which searches files, is not installed', {
    hint: 'Install helve again with optional dependencies: npm install -g helve --include=optional',
    cause,
  });
}
