import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Keeper } from '@helve/command/host';
import type { ThreadHost } from './wish.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Continues the threads that an earlier service left unfinished. Loads nothing where there are none. Returns a function
 * that takes keys for them from the environment of callers, because keys are not kept.
 */
export async function resumeThreads(
  home: string,
  keeper: Keeper,
  host: ThreadHost,
): Promise<((env: Environment) => void) | undefined> {
  if (!existsSync(join(home, 'threads.db'))) return undefined;
  const { hasUnfinished } = await import('./sqlite-queue.ts');
  if (!(await hasUnfinished(home))) return undefined;
  const { threads } = await import('./runner.ts');
  const runner = keeper.get(threads);
  await runner.recover(host);
  return (env) => runner.lend(env);
}
