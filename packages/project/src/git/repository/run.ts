import { type GitResult, runGit } from '@helve/processes';
import type { Context, Effect } from '@helve/command';
import { gitError } from './errors.ts';

export interface GitOptions {
  /** Where git runs, if not in the working directory. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Text for git's standard input. */
  readonly input?: string;
  /** Bytes of output after which git is stopped and the result is marked as `truncated`. */
  readonly limit?: number;
  /** Whether git's standard error is a report of progress. */
  readonly progress?: boolean;
}

/** Runs git and returns what it printed; a failure is a CommandError. */
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

/** Runs git and returns what it printed, whatever its exit code. */
export function tryGit(
  context: Context,
  effect: Effect,
  args: readonly string[],
  { cwd = context.place.cwd, env: variables, input, limit, progress = false }: GitOptions = {},
): Promise<GitResult> {
  const {
    place: { env },
    signal,
    confinement,
    restricted,
  } = context;
  const permits = restricted ? (path: string) => context.permits(path, 'read') : undefined;
  const report = progress ? (line: string) => context.progress(line) : undefined;
  return runGit({ args, effect, cwd, env, signal, confinement, permits, variables, input, limit, progress: report });
}

/** Reports content filters of the repository's own config that git was kept from running. */
export function warnOfFilters(context: Context, { unusedFilters }: GitResult): void {
  if (unusedFilters.length > 0) context.warn("The content filters in this repository's own config were not run");
}
