import { defineCommand, flag, flagOn, integer, path, paths, shellLine, texts } from '@helve/command';
import * as v from 'valibot';
import { execOutput } from './exec.ts';
import { viewExec } from '../../terminal/exec/exec-view.ts';
import type { WatchedRun } from '../../terminal/watch.ts';

const input = v.object({
  command: shellLine('The command line'),
  paths: v.optional(paths('read', 'Files and folders to watch, without .git, node_modules and what git ignores'), [
    '.',
  ]),
  include: v.optional(texts('Only files that match one of these patterns: *.ts, src/**')),
  exclude: v.optional(texts('No files that match one of these; name what the command itself writes')),
  debounce: v.optional(integer('Milliseconds without a change after which it runs', { min: 0, max: 60_000 }), 100),
  initial: flagOn('Run it at the start too'),
  restart: flag(
    'End the run under way when files change, with all that it started, instead of running once more after it',
  ),
  maxRuns: v.optional(integer('Runs after which it is done; absent: when the time is over', { min: 1, max: 100_000 })),
  timeoutSeconds: v.optional(integer('Seconds for all of it', { min: 1, max: 604_800 }), 300),
  workingDirectory: v.optional(path('read', 'Folder to run it in (default: the current one)')),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  ended: v.picklist(['max-runs', 'time']),
  total: v.pipe(v.number(), v.description('Runs that were made; the last 20 are given')),
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
  summary: 'Run a command again whenever files change, and give what each run printed',
  effect: 'execute',
  input,
  output,
  examples: [
    'helve terminal watch --command "npm test" --paths \'["src"]\' --max-runs 5',
    'helve terminal watch --command "npm run build" --exclude \'["dist"]\' --timeout-seconds 3600',
    'helve terminal watch --command "node server.js" --include \'["*.js"]\' --restart',
  ],
  run: async () => (await import('../../terminal/watch.ts')).watchAndRun,
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
