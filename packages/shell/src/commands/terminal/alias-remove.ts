import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewAlias } from '../../alias/alias-view.ts';

export const command = defineCommand({
  path: 'terminal alias remove',
  summary: 'Take an alias away',
  effect: 'execute',
  input: v.object({ name: text('The alias') }),
  output: v.object({ status: v.literal('removed'), name: v.string(), command: v.string() }),
  examples: ['helve terminal alias remove --name unit'],
  run: async () => (await import('../../alias/alias.ts')).removeAlias,
  render: { model: viewAlias, person: viewAlias },
});
