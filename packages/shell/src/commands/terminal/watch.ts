import { defineCommand, flag, flagOn, integer, path, paths, shellLine, texts } from '@helve/command';
import * as v from 'valibot';
import { execOutput } from './exec.ts';
import { viewExec } from '../../terminal/exec/exec-view.ts';
import type { WatchedRun } from '../../terminal/watch.ts';

const input = v.object({
  command: shellLine('Command line'),
  paths: v.optional(paths('read', 'Files and folders to watch, except .git, node_modules and ignored files'), ['.']),
  include: v.optional(texts('Only files that match one of these globs: *.ts, src/**')),
  exclude: v.optional(texts('Skip files that match one of these globs, such as output of the command')),
  debounce: v.optional(integer('Quiet time in milliseconds before a run', { min: 0, max: 60_000 }), 100),
  initial: flagOn('Also run it at the start'),
  restart: flag('Stop the current run when files change, instead of running again after it'),
  maxRuns: v.optional(integer('Number of runs (default: until the timeout)', { min: 1, max: 100_000 })),
  timeoutSeconds: v.optional(integer('Timeout in seconds', { min: 1, max: 604_800 }), 300),
  workingDirectory: v.optional(path('read', 'Folder to run it in (default: the current one)')),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  ended: v.picklist(['max-runs', 'time']),
  total: v.pipe(v.number(), v.description('Number of runs; the last 20 are returned')),
  runs: v.array(
    v.object({
      ...execOutput.entries,
      trigger: v.picklist(['start', 'change']),
      changed: v.array(v.string()),
      status: v.picklist(['success', 'error', 'timeout', 'restarted']),
    }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal watch',
  summary: 'Run a command whenever files change, and return the output of each run',
  effect: 'execute',
  input,
  subject: () => ({ programs: {} }),
  output,
  examples: [
    'helve terminal watch --command "npm test" --paths \'["src"]\' --max-runs 5',
    'helve terminal watch --command "npm run build" --exclude \'["dist"]\' --timeout-seconds 3600',
    'helve terminal watch --command "node server.js" --include \'["*.js"]\' --restart',
  ],
  run: async () => (await import('../../terminal/watch.ts')).watchAndRun,
  reportsFailure: ({ runs }) => ['error', 'timeout'].includes(runs.at(-1)?.status ?? ''),
  render: { model: viewWatch, person: viewWatch, brief: briefWatch },
});

/** Each run under a line that says why it was made. */
export function viewWatch({ ended, total, runs }: Output): string {
  const left = total - runs.length;
  return [
    ...(left > 0 ? [`[${left} earlier runs are left out]`] : []),
    ...runs.map(viewRun),
    ...(ended === 'time' ? [`[The time was over after ${total} runs]`] : []),
  ].join('\n');
}

export function briefWatch({ ended, total, runs }: Output): string {
  return `${total} runs, the last: ${runs.at(-1)?.status ?? 'none'}${ended === 'time' ? '; the time was over' : ''}`;
}

function viewRun(run: WatchedRun): string {
  const why = run.trigger === 'start' ? 'at the start' : `changed: ${run.changed.join(', ')}`;
  const { status, ...rest } = run;
  const end = status === 'restarted' ? '[ended, for files changed]' : viewExec({ status, ...rest }).replace(/\n$/, '');
  return `[${why}]\n${end}`;
}
