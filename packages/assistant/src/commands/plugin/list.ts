import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { viewPlugins } from '../../plugins/view.ts';
import { listedOutput } from './outputs.ts';

const output = v.object({ plugins: v.array(listedOutput), missing: v.array(v.string()) });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'plugin list',
  summary: 'List installed plugins, whether they are enabled, and what they contain and run',
  effect: 'inspect',
  input: v.object({}),
  output,
  examples: ['helve plugin list'],
  run: async () => {
    const { listPlugins } = await import('../../plugins/installed.ts');
    return (_, context) => listPlugins(context);
  },
  render: { model: viewPlugins, person: viewPlugins, brief: ({ plugins }) => `${plugins.length} plugins` },
});
