import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, type Context, type PluginSource } from '@helve/registry';

type Repository = Extract<PluginSource, { readonly kind: 'git' }>;
type GitContext = Pick<Context, 'env' | 'signal'>;

const PATIENCE_MS = 120_000;
const MOST_SAID = 64 * 1024;

/** Puts what a repository holds into a new folder, without its history. Gives the commit. */
export async function checkOut({ url, ref }: Repository, folder: string, from: GitContext): Promise<string> {
  await mkdir(folder, { recursive: true });
  await git(['init', '--quiet', '--template='], folder, from);
  const wanted = ref ?? 'HEAD';
  if (wanted.startsWith('-') || url.startsWith('-')) {
    throw new CommandError('INVALID_INPUT', `${wanted.startsWith('-') ? wanted : url} cannot be fetched`);
  }
  const fetch = (args: readonly string[]) => git(['fetch', '--quiet', '--no-tags', ...args], folder, from);
  try {
    await fetch(['--depth=1', '--', url, wanted]);
    await git(['checkout', '--quiet', '--detach', 'FETCH_HEAD'], folder, from);
  } catch (thrown) {
    if (ref === undefined || from.signal.aborted) throw thrown;
    // Not every server gives a commit by its name: it is among all that there is, or nowhere.
    await fetch(['--', url, '+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']);
    await git(['checkout', '--quiet', '--detach', ref], folder, from);
  }
  const commit = (await git(['rev-parse', 'HEAD'], folder, from)).trim();
  await rm(join(folder, '.git'), { recursive: true, force: true });
  return commit;
}

/** Runs git without a shell between. It asks nobody, runs no hooks, and reaches only what repositories are reached by. */
async function git(args: readonly string[], cwd: string, { env, signal }: GitContext): Promise<string> {
  const { RUN_VARIABLE, runProgram } = await import('@helve/processes');
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const end = await runProgram({
    program: 'git',
    args: ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...args],
    cwd,
    env: {
      ...Object.fromEntries(variables.filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE)$/.test(name))),
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
    },
    outerRun: env[RUN_VARIABLE],
    timeoutMs: PATIENCE_MS,
    signal,
    keepChildren: false,
    stdout: (chunk) => void stdout.push(chunk),
    stderr: (chunk) => void (stderr.length < MOST_SAID && stderr.push(chunk)),
  });
  if (end.outcome === 'exited' && end.exitCode === 0) return Buffer.concat(stdout).toString('utf8');
  if (end.outcome === 'aborted') throw new CommandError('CANCELLED', 'It was cancelled', { retry: 'safe' });
  const said = Buffer.concat(stderr).toString('utf8').trim().slice(-2000);
  const why = end.outcome === 'timeout' ? `did not end within ${PATIENCE_MS / 1000} s` : `failed: ${said}`;
  throw new CommandError('GIT_FAILED', `git ${args.find((arg) => !arg.startsWith('-')) ?? ''} ${why}`, {
    retry: 'conditional',
  });
}
