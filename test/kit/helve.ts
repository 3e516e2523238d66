import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';

/** The built binary. */
export const BINARY = join(import.meta.dirname, '../../packages/helve/dist/helve.cjs');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Sandbox {
  /** The working folder. */
  readonly dir: string;
  /** HELVE_HOME. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs the built helve to its end. */
  readonly helve: (args: readonly string[], input?: string) => Promise<Finished>;
  /** The same in a terminal of its own, as a person sees it; stdout and stderr are one. */
  readonly helveOnTerminal: (args: readonly string[], keys?: string) => Promise<Finished>;
  /** Runs any program here. */
  readonly run: (command: string, args: readonly string[], input?: string) => Promise<Finished>;
}

/** A folder with these files, a home of its own, and helve to use in it; gone after the test. */
export async function openSandbox(files: Readonly<Record<string, string>> = {}, settings?: object): Promise<Sandbox> {
  const base = await mkdtemp(join(tmpdir(), 'helve-e2e-'));
  onTestFinished(async () => {
    await stopService(join(base, 'home'));
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  });
  const [dir, home, user, bin] = [join(base, 'work'), join(base, 'home'), join(base, 'user'), join(base, 'bin')];
  for (const folder of [dir, home, user, bin]) await mkdir(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  if (settings) await writeFile(join(home, 'settings.json'), JSON.stringify(settings));
  // A file that was written just now may be busy: another test's process may have been begun while it was open.
  await symlink(BINARY, join(bin, 'helve'));
  const env = {
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    HOME: user,
    HELVE_HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const run = (command: string, args: readonly string[], input?: string) =>
    finish(command, args, { cwd: dir, env, input });
  return {
    dir,
    home,
    env,
    run,
    helve: (args, input) => run('helve', args, input),
    helveOnTerminal: (args, keys) =>
      run('script', ['-qefc', ['helve', ...args].map(quote).join(' '), '/dev/null'], keys),
  };
}

/** Runs the built helve to its end, wherever. */
export function runBinary(
  args: readonly string[],
  { cwd, env, binary = BINARY }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly binary?: string },
): Promise<Finished> {
  return finish(process.execPath, [binary, ...args], { cwd, env, input: undefined });
}

function finish(
  command: string,
  args: readonly string[],
  { cwd, env, input }: { cwd: string; env: NodeJS.ProcessEnv; input: string | undefined },
): Promise<Finished> {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A program that ends without reading its input is no concern of the test.
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
