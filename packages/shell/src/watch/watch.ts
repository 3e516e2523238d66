import { relative, sep } from 'node:path';
import { type Context, realPath, resolvePath, throwIfAborted } from '@helve/registry';
import picomatch from 'picomatch';
import { exec, type ExecResult } from '../exec/exec.ts';
import { FolderWatch } from './folder-watch.ts';

export interface WatchInput {
  readonly command: string;
  readonly paths: readonly string[];
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly times: number;
  readonly timeoutSeconds: number;
  readonly gatherMs: number;
  readonly workingDirectory?: string | undefined;
}

export interface WatchedRun extends ExecResult {
  readonly trigger: 'start' | 'change';
  /** What had changed, as paths from the working directory of the call. */
  readonly changed: string[];
}

export interface WatchResult {
  /** `timeout`: the time was over before all runs were made. */
  readonly status: 'done' | 'timeout';
  readonly runs: WatchedRun[];
}

/** Runs a command now and whenever files change. What changes while it runs counts for the next run. */
export async function watchAndRun(input: WatchInput, context: Context): Promise<WatchResult> {
  throwIfAborted(context.signal);
  const end = performance.now() + input.timeoutSeconds * 1000;
  const over = AbortSignal.timeout(input.timeoutSeconds * 1000);
  const watch = new FolderWatch(
    input.paths.map((path) => realPath(resolvePath(context, path))),
    wantedBy(input, context),
  );
  const root = realPath(context.cwd);
  const runs: WatchedRun[] = [];
  const run = async (trigger: WatchedRun['trigger'], changed: readonly string[]) => {
    const timeoutSeconds = Math.max(0.001, (end - performance.now()) / 1000);
    const { command, workingDirectory } = input;
    const plan = { command, workingDirectory, timeoutSeconds, captureStderr: true, keepChildren: false };
    const result = await exec(plan, context);
    runs.push({ trigger, changed: changed.map((path) => relative(root, path)), ...result });
    context.progress(`Run ${runs.length} of ${input.times + 1}: ${result.status}`);
  };
  try {
    await run('start', []);
    while (runs.length <= input.times) {
      const changed = await watch.next(input.gatherMs, AbortSignal.any([context.signal, over]));
      throwIfAborted(context.signal);
      if (over.aborted) return { status: 'timeout', runs };
      await run('change', changed);
    }
    return { status: runs.at(-1)?.status === 'timeout' ? 'timeout' : 'done', runs };
  } finally {
    watch.close();
  }
}

function wantedBy({ include, exclude }: WatchInput, context: Context) {
  const root = realPath(context.cwd);
  const home = realPath(context.home);
  const included = include === undefined ? () => true : matcher(include);
  const excluded = matcher(exclude ?? []);
  return (path: string, kind: 'file' | 'folder') => {
    // Every run is put into the history, which must not be the reason for another.
    if (path === home || path.startsWith(home + sep) || !context.permits(path, 'read')) return false;
    const name = relative(root, path);
    return !excluded(name) && (kind === 'folder' || included(name));
  };
}

/** As in .gitignore, a pattern without a slash matches a name at any depth. */
function matcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map((pattern) => picomatch(pattern, { dot: true, basename: !pattern.includes('/') }));
  return (path) => matchers.some((matches) => matches(path));
}
