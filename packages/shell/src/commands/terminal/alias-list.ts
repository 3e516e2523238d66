import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { viewAliases } from '../../alias/alias-view.ts';

export const command = defineCommand({
  path: 'terminal alias list',
  summary: 'The aliases there are, and what they stand for',
  effect: 'inspect',
  input: v.object({}),
  output: v.object({ aliases: v.record(v.string(), v.string()), count: v.number() }),
  examples: ['helve terminal alias list'],
  run: async () => (await import('../../alias/alias.ts')).listAliases,
  render: { model: viewAliases, person: viewAliases },
});
