import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { viewInstalled } from '../../plugins/view.ts';
import { installedName, installedOutput } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin update',
  summary: 'Update plugins; this trusts everything the new versions run',
  effect: 'execute',
  approves: () => true,
  input: v.object({ name: v.optional(installedName()) }),
  output: v.object({ updated: v.array(installedOutput), current: v.array(v.string()) }),
  examples: ['helve plugin update', 'helve plugin update --name audit'],
  run: async () => {
    const { updatePlugins } = await import('../../plugins/installed.ts');
    return ({ name }, context) => updatePlugins(name, context);
  },
  render: {
    person: ({ updated, current }) =>
      [...updated.map(viewInstalled), ...current.map((id) => `${id} is up to date`)].join('\n') || 'No plugins.',
    brief: ({ updated }) => `${updated.length} updated`,
  },
});
