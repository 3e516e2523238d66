import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewMarketplace } from '../../plugins/view.ts';
import { marketplaceOutput } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin marketplace add',
  summary: 'Make the plugins of a marketplace known',
  effect: 'execute',
  input: v.object({
    source: text('A folder, a repository of GitHub as owner/name, or the address of a git repository'),
    ref: v.optional(text('A branch, tag or commit of the repository')),
  }),
  output: marketplaceOutput,
  examples: ['helve plugin marketplace add --source ./marketplace', 'helve plugin marketplace add --source owner/name'],
  run: async () => (await import('../../plugins/marketplace-commands.ts')).add,
  render: { model: viewMarketplace, person: viewMarketplace, brief: ({ name }) => name },
});
