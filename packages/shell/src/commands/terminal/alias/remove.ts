import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewAlias } from '../../../terminal/alias/alias-view.ts';

const output = v.object({ status: v.literal('removed'), name: v.string(), command: v.string() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal alias remove',
  summary: 'Remove an alias',
  effect: 'execute',
  input: v.object({ name: text('Name of the alias') }),
  output,
  examples: ['helve terminal alias remove --name unit'],
  run: async () => (await import('../../../terminal/alias.ts')).removeAlias,
  render: { model: viewAlias, person: viewAlias },
});
