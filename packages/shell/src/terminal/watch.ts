import { relative } from 'node:path';
import { CommandError, type Context, realPath, resolvePath, throwIfAborted, toCommandError } from '@helve/command';
import { exec } from './exec.ts';
import { checkCommand } from './exec/prepare.ts';
import { FolderWatch } from './watch/folder-watch.ts';
import { ignoredByGit } from './watch/ignored-by-git.ts';
import { wantedBy } from './watch/wanted.ts';
import type { Input, Output } from '../commands/terminal/watch.ts';

export type WatchedRun = Output['runs'][number];

/** Runs that are given. */
const GIVEN_RUNS = 20;

/** Files that are named for a run. */
const NAMED_FILES = 50;

/** Before the call's own deadline, so that its caller is told what ran. */
const TELL_MS = 1000;

/** Runs a command when files change. What changes while it runs counts for one more run, or ends it for another. */
export async function watchAndRun(input: Input, context: Context): Promise<Output> {
  throwIfAborted(context.signal);
  checkCommand(input.command);
  const watch = await FolderWatch.open(
    [...new Set(input.paths.map((path) => realPath(resolvePath(context.place, path))))],
    wantedBy(input, context),
    (paths) => ignoredByGit(paths, context),
  );
  const left = context.deadline === undefined ? Number.POSITIVE_INFINITY : context.deadline - context.now() - TELL_MS;
  const end = performance.now() + Math.max(1, Math.min(input.timeoutSeconds * 1000, left));
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), end - performance.now());
  try {
    return await new Runs(input, context, watch, { end, over: time.signal }).make();
  } finally {
    clearTimeout(timer);
    watch.close();
  }
}

interface Time {
  readonly end: number;
  readonly over: AbortSignal;
}

class Runs {
  readonly #input: Input;
  readonly #context: Context;
  readonly #watch: FolderWatch;
  readonly #time: Time;
  readonly #root: string;
  readonly #runs: WatchedRun[] = [];
  #total = 0;

  constructor(input: Input, context: Context, watch: FolderWatch, time: Time) {
    this.#input = input;
    this.#context = context;
    this.#watch = watch;
    this.#time = time;
    this.#root = realPath(context.place.cwd);
  }

  async make(): Promise<Output> {
    const { initial, maxRuns = Number.POSITIVE_INFINITY } = this.#input;
    let changed = initial ? await this.#run('start', []) : [];
    while (this.#total < maxRuns) {
      if (changed.length === 0) changed = await this.#next(this.#time.over);
      if (this.#time.over.aborted) return this.#result('time');
      changed = await this.#run('change', changed);
    }
    return this.#result(this.#runs.at(-1)?.status === 'timeout' ? 'time' : 'max-runs');
  }

  /** Gives the files for which the run was ended, if it was. */
  async #run(trigger: WatchedRun['trigger'], files: readonly string[]): Promise<readonly string[]> {
    const { maxRuns } = this.#input;
    const changed = files.slice(0, NAMED_FILES).map((path) => relative(this.#root, path));
    const number = ++this.#total;
    const why = trigger === 'start' ? 'at the start' : `${files.length} changed: ${changed.slice(0, 5).join(', ')}`;
    this.#context.progress(`Run ${number}${maxRuns === undefined ? '' : ` of ${maxRuns}`} begins (${why})`);

    const restart = new AbortController();
    const over = new AbortController();
    const watching =
      this.#input.restart && number < (maxRuns ?? Number.POSITIVE_INFINITY)
        ? this.#next(AbortSignal.any([over.signal, this.#time.over])).then((next) => {
            if (next.length > 0) restart.abort();
            return next;
          })
        : Promise.resolve([]);
    watching.catch(() => {});
    let result: Omit<WatchedRun, 'trigger' | 'changed'>;
    try {
      result = await this.#exec(restart.signal);
    } finally {
      over.abort();
    }
    this.#runs.push({ trigger, changed, ...result });
    if (this.#runs.length > GIVEN_RUNS) this.#runs.shift();
    this.#checkCancelled();
    const next = await watching;
    const code = result.exitCode === null ? '' : `, exit ${result.exitCode}`;
    this.#context.progress(`Run ${number} is over: ${result.status}${code} after ${result.duration} s`);
    return next;
  }

  async #exec(restart: AbortSignal): Promise<Omit<WatchedRun, 'trigger' | 'changed'>> {
    const { command, workingDirectory } = this.#input;
    const started = performance.now();
    const timeoutSeconds = Math.max(0.001, (this.#time.end - started) / 1000);
    const always = { captureStderr: true, keepChildren: false, raw: false, background: false, network: false };
    const plan = { command, workingDirectory, timeoutSeconds, ...always };
    const signal = AbortSignal.any([this.#context.signal, restart]);
    try {
      return await exec(plan, { ...this.#context, signal });
    } catch (thrown) {
      if (!restart.aborted && !this.#context.signal.aborted) throw thrown;
      return {
        status: 'restarted',
        exitCode: null,
        ...printedUntil(thrown),
        duration: Math.round(performance.now() - started) / 1000,
        workingDirectory: resolvePath(this.#context.place, workingDirectory ?? '.'),
      };
    }
  }

  async #next(until: AbortSignal): Promise<readonly string[]> {
    const changed = await this.#watch.next(this.#input.debounce, AbortSignal.any([this.#context.signal, until]));
    this.#checkCancelled();
    return changed;
  }

  /** A cancelled call tells what was run until then. */
  #checkCancelled(): void {
    const { signal } = this.#context;
    if (!signal.aborted) return;
    const { code, message, hint, retry, details } = toCommandError(cancellationOf(signal));
    throw new CommandError(code, message, {
      ...(hint === undefined ? {} : { hint }),
      retry,
      details: { ...details, total: this.#total, runs: this.#runs },
    });
  }

  #result(ended: Output['ended']): Output {
    return { ended, total: this.#total, runs: this.#runs };
  }
}

/** What a run that was stopped had printed. */
function printedUntil(thrown: unknown): Pick<WatchedRun, 'stdout' | 'stderr' | 'output'> {
  const { stdout = '', stderr = '', output } = (thrown instanceof CommandError ? thrown.details : undefined) ?? {};
  return {
    stdout: String(stdout),
    stderr: String(stderr),
    ...(typeof output === 'string' ? { output } : {}),
  };
}

function cancellationOf(signal: AbortSignal): unknown {
  try {
    throwIfAborted(signal);
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}
