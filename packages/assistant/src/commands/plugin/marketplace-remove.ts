import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'plugin marketplace remove',
  summary: 'Remove a marketplace and uninstall its plugins',
  effect: 'execute',
  input: v.object({ name: text('Name of the marketplace') }),
  output: v.object({ name: v.string(), uninstalled: v.array(v.string()) }),
  examples: ['helve plugin marketplace remove --name house'],
  run: async () => (await import('../../plugins/marketplace-commands.ts')).remove,
  render: {
    person: ({ name, uninstalled }) => [`${name} is gone`, ...uninstalled.map((id) => `${id} is gone`)].join('\n'),
    brief: ({ name }) => name,
  },
});
