import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { viewPlugins } from '../../plugins/view.ts';
import { listedOutput } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin list',
  summary: 'Show the installed plugins, whether they are on, and what they bring and run',
  effect: 'inspect',
  input: v.object({}),
  output: v.object({ plugins: v.array(listedOutput), missing: v.array(v.string()) }),
  examples: ['helve plugin list'],
  run: async () => {
    const { listPlugins } = await import('../../plugins/installed.ts');
    return (_, context) => listPlugins(context);
  },
  render: { model: viewPlugins, person: viewPlugins, brief: ({ plugins }) => `${plugins.length} plugins` },
});
