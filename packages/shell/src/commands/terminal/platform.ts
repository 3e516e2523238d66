import { defineCommand } from '@helve/command';
import * as v from 'valibot';

const output = v.object({
  platform: v.string(),
  shell: v.string(),
  shellPath: v.string(),
  pathSeparator: v.string(),
  commandSeparator: v.string(),
  environmentPrefix: v.string(),
  features: v.object({
    pipelines: v.boolean(),
    redirects: v.boolean(),
    backgroundJobs: v.boolean(),
    heredoc: v.boolean(),
  }),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal platform',
  summary: 'Show the system, the shell that runs commands, and its syntax',
  effect: 'inspect',
  input: v.object({}),
  output,
  tool: {
    name: 'CliGetPlatform',
    set: 'cli',
    guidance:
      'Tells which shell runs commands here (bash, zsh, sh, pwsh, cmd), its path separator, how commands are chained and variables are written. Call it before the first CliRun, and write commands that fit.',
  },
  examples: ['helve terminal platform'],
  run: async () => (await import('../../terminal/platform.ts')).describePlatform,
});
