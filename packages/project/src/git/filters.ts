import { CommandError, type Context } from '@helve/command';
import { tryGit } from './run.ts';

/**
 * Settings that keep a command which only looks from running the content filters that the repository's own config names.
 * Filters of the user's config (git-lfs is usually there) stay.
 */
export async function withoutLocalFilters(context: Context): Promise<string[]> {
  const pattern = '^filter\\..*\\.(clean|process)$';
  const { stdout } = await tryGit(context, 'inspect', [
    'config',
    '--show-scope',
    '-z',
    '--name-only',
    '--get-regexp',
    pattern,
  ]);
  const parts = stdout.split('\0');
  const settings: string[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [scope, key = ''] = [parts[index], parts[index + 1]];
    if (scope !== 'local' && scope !== 'worktree') continue;
    // Git reads a setting up to its first `=`, so a filter with one in its name could not be turned off.
    if (key.includes('=')) {
      throw new CommandError('GIT_FAILED', `The repository's config names a filter that cannot be turned off: ${key}`, {
        hint: 'Look at .git/config before you trust this repository.',
      });
    }
    settings.push(`${key}=`, `${key.slice(0, key.lastIndexOf('.'))}.required=false`);
  }
  if (settings.length > 0) context.warn("The content filters in this repository's own config were not run");
  return settings;
}
