import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '@helve/command';

/**
 * Those of the paths that git ignores, each by the rules of the repository that it is in. Where there is no repository,
 * or no git, none is.
 */
export async function ignoredByGit(paths: readonly string[], context: Context): Promise<ReadonlySet<string>> {
  const byRepository = new Map<string, string[]>();
  const known = new Map<string, string | undefined>();
  for (const path of paths) {
    const repository = repositoryOf(dirname(path), known);
    if (repository !== undefined) byRepository.set(repository, [...(byRepository.get(repository) ?? []), path]);
  }
  const found = await Promise.all([...byRepository].map(([repository, inIt]) => check(repository, inIt, context)));
  return new Set(found.flat());
}

function repositoryOf(folder: string, known: Map<string, string | undefined>): string | undefined {
  if (known.has(folder)) return known.get(folder);
  const above = dirname(folder);
  const found = existsSync(join(folder, '.git')) ? folder : above === folder ? undefined : repositoryOf(above, known);
  known.set(folder, found);
  return found;
}

function check(repository: string, paths: readonly string[], { env, signal }: Context): Promise<readonly string[]> {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...rest } = env;
  return new Promise((resolve) => {
    // A repository may name a program that watches its files for git; none of its programs is run here.
    const child = spawn('git', ['-c', 'core.fsmonitor=false', 'check-ignore', '-z', '--stdin'], {
      cwd: repository,
      env: rest,
      signal,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', () => resolve([]));
    child.on('close', () => resolve(Buffer.concat(chunks).toString().split('\0').slice(0, -1)));
    child.stdin.on('error', () => {});
    child.stdin.end(paths.map((path) => `${path}\0`).join(''));
  });
}
