import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runGit } from '@helve/processes';
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

async function check(
  cwd: string,
  paths: readonly string[],
  { place: { env }, signal }: Context,
): Promise<readonly string[]> {
  const args = ['check-ignore', '-z', '--stdin'];
  const input = paths.map((path) => `${path}\0`).join('');
  // Git refuses to check literal paths; these are absolute, so none is taken for a pattern of paths.
  const variables = { GIT_LITERAL_PATHSPECS: '0' };
  const call = { args, effect: 'inspect', cwd, env, signal, input, variables } as const;
  const found = await runGit(call).catch(() => undefined);
  return found?.stdout.split('\0').slice(0, -1) ?? [];
}
