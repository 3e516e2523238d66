import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewMarketplaces } from '../../plugins/view.ts';
import { marketplaceOutput } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin marketplace update',
  summary: 'Fetch marketplaces anew; installed plugins stay as they are',
  effect: 'execute',
  input: v.object({ name: v.optional(text('Only this one')) }),
  output: v.object({ marketplaces: v.array(marketplaceOutput) }),
  examples: ['helve plugin marketplace update'],
  run: async () => (await import('../../plugins/marketplace-commands.ts')).update,
  render: {
    model: viewMarketplaces,
    person: viewMarketplaces,
    brief: ({ marketplaces }) => `${marketplaces.length} updated`,
  },
});
