import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewAlias } from '../../../terminal/alias/alias-view.ts';

const output = v.object({
  status: v.literal('set'),
  name: v.string(),
  command: v.string(),
  replaced: v.optional(v.string()),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal alias set',
  summary: 'Define an alias for a command line, to run with terminal exec',
  effect: 'execute',
  input: v.object({
    name: text('Name'),
    command: text('Command line; each run is judged by the rules as if typed in full', { large: true }),
  }),
  output,
  examples: ['helve terminal alias set --name unit --command "npx vitest run"'],
  run: async () => (await import('../../../terminal/alias.ts')).setAlias,
  render: { model: viewAlias, person: viewAlias },
});
