import { defineCommand, integer, path, paths, shellLine, texts } from '@helve/registry';
import * as v from 'valibot';
import { briefWatch, viewWatch } from '../../watch/watch-view.ts';
import { execOutput } from './exec-output.ts';

export const command = defineCommand({
  path: 'terminal watch',
  summary: 'Run a command, and again when files change',
  effect: 'execute',
  input: v.object({
    command: shellLine('The command line'),
    paths: v.optional(paths('read', 'Files and folders to watch; .git and node_modules are left out'), ['.']),
    include: v.optional(texts('Only files that match one of these patterns: *.ts, src/**')),
    exclude: v.optional(texts('No files that match one of these; name what the command itself writes')),
    times: v.optional(integer('How many changes to wait for before it is done', { min: 0, max: 100 }), 1),
    timeoutSeconds: v.optional(integer('Seconds for all of it', { min: 1, max: 86_400 }), 300),
    gatherMs: v.optional(integer('Milliseconds in which changes count as one', { min: 0, max: 60_000 }), 100),
    workingDirectory: v.optional(path('read', 'Folder to run it in (default: the current one)')),
  }),
  output: v.object({
    status: v.picklist(['done', 'timeout']),
    runs: v.array(
      v.object({
        trigger: v.picklist(['start', 'change']),
        changed: v.array(v.string()),
        ...execOutput.entries,
      }),
    ),
  }),
  examples: [
    'helve terminal watch --command "npm test" --paths \'["src"]\'',
    'helve terminal watch --command "npm run build" --exclude \'["dist"]\' --times 3',
  ],
  run: async () => (await import('../../watch/watch.ts')).watchAndRun,
  render: { model: viewWatch, person: viewWatch, brief: briefWatch },
});
