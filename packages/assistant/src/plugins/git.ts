import { rm } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { CommandError, type Context, makeFolder } from '@helve/command';
import type { PluginSource } from '@helve/settings';

type Repository = Extract<PluginSource, { readonly kind: 'git' }>;
type Surroundings = Pick<Context, 'place' | 'signal'>;

const PATIENCE_MS = 120_000;

/** Puts what a repository holds into a new folder, without its history. Gives the commit. */
export async function checkOut({ url, ref }: Repository, folder: string, from: Surroundings): Promise<string> {
  await makeFolder(folder);
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
    await git(['checkout', '--quiet', '--detach', ref], folder, from).catch((cause: unknown) => {
      throw new CommandError('GIT_FAILED', `${url} has no branch, tag or commit ${ref}`, { cause });
    });
  }
  const commit = (await git(['rev-parse', 'HEAD'], folder, from)).trim();
  await rm(join(folder, '.git'), { recursive: true, force: true });
  return commit;
}

/** Runs git without hooks, also without those of the user. It asks nobody. */
async function git(args: readonly string[], cwd: string, { place: { env }, signal }: Surroundings): Promise<string> {
  const { runGit } = await import('@helve/processes');
  const settings = [`core.hooksPath=${devNull}`];
  const result = await runGit({ args, effect: 'execute', cwd, env, signal, settings, timeoutMs: PATIENCE_MS });
  if (result.exitCode === 0) return result.stdout;
  throw new CommandError('GIT_FAILED', `git ${args[0]} failed: ${result.stderr.trim().slice(-2000)}`, {
    retry: 'conditional',
  });
}
