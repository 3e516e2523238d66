import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { viewMarketplaces } from '../../plugins/view.ts';
import { marketplaceOutput } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin marketplace list',
  summary: 'List marketplaces and their plugins',
  effect: 'inspect',
  input: v.object({}),
  output: v.object({ marketplaces: v.array(marketplaceOutput) }),
  examples: ['helve plugin marketplace list'],
  run: async () => (await import('../../plugins/marketplace-commands.ts')).list,
  render: {
    model: viewMarketplaces,
    person: viewMarketplaces,
    brief: ({ marketplaces }) => `${marketplaces.length} marketplaces`,
  },
});
