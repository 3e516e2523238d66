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
  summary: 'Give a command line a name, for `terminal exec --alias`',
  effect: 'execute',
  input: v.object({
    name: text('The name'),
    command: text('The command line; each run of it is judged as if it were given in full', { large: true }),
  }),
  output,
  examples: ['helve terminal alias set --name unit --command "npx vitest run"'],
  run: async () => (await import('../../../terminal/alias.ts')).setAlias,
  render: { model: viewAlias, person: viewAlias },
});
