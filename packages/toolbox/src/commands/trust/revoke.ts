import { defineCommand, path } from '@helve/command';
import * as v from 'valibot';
import { trustRendering } from '../../consent/view.ts';

export const command = defineCommand({
  path: 'trust revoke',
  summary: 'Take back the consent to a file of a checkout',
  effect: 'execute',
  input: v.object({ path: path('read', 'The file') }),
  output: v.object({ path: v.string(), trusted: v.boolean(), runs: v.array(v.string()) }),
  examples: ['helve trust revoke --path .helve/settings.json'],
  run: async () => {
    const { trustFile } = await import('../../consent/trust.ts');
    return (input, context) => trustFile({ ...input, revoke: true, dryRun: false }, context);
  },
  render: trustRendering,
});
