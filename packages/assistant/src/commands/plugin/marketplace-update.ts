import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewMarketplaces } from '../../plugins/view.ts';
import { marketplaceOutput } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin marketplace update',
  summary: 'Fetch marketplaces again; installed plugins do not change',
  effect: 'execute',
  approves: () => true,
  input: v.object({ name: v.optional(text('Update only this one')) }),
  output: v.object({ marketplaces: v.array(marketplaceOutput) }),
  examples: ['helve plugin marketplace update'],
  run: async () => (await import('../../plugins/marketplace-commands.ts')).update,
  render: {
    model: viewMarketplaces,
    person: viewMarketplaces,
    brief: ({ marketplaces }) => `${marketplaces.length} updated`,
  },
});
