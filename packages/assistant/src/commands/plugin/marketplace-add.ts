import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewMarketplace } from '../../plugins/view.ts';
import { marketplaceOutput } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin marketplace add',
  summary: 'Add a marketplace of plugins',
  effect: 'execute',
  approves: () => true,
  input: v.object({
    source: text('Folder, GitHub repository (owner/name), or URL of a git repository'),
    ref: v.optional(text('Branch, tag or commit of the repository')),
  }),
  output: marketplaceOutput,
  examples: ['helve plugin marketplace add --source ./marketplace', 'helve plugin marketplace add --source owner/name'],
  run: async () => (await import('../../plugins/marketplace-commands.ts')).add,
  render: { model: viewMarketplace, person: viewMarketplace, brief: ({ name }) => name },
});
