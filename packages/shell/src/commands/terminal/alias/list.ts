import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { viewAliases } from '../../../terminal/alias/alias-view.ts';

const output = v.object({ aliases: v.record(v.string(), v.string()), count: v.number() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal alias list',
  summary: 'List aliases and their command lines',
  effect: 'inspect',
  input: v.object({}),
  output,
  examples: ['helve terminal alias list'],
  run: async () => (await import('../../../terminal/alias.ts')).listAliases,
  render: { model: viewAliases, person: viewAliases },
});
