import { defineCommand, path } from '@helve/command';
import * as v from 'valibot';
import { trustRendering } from '../../consent/view.ts';

export const command = defineCommand({
  path: 'trust allow',
  summary: 'Let what a file of a checkout says hold and run, until that changes',
  effect: 'execute',
  input: v.object({ path: path('read', 'The file') }),
  output: v.object({ path: v.string(), trusted: v.boolean(), runs: v.array(v.string()) }),
  examples: ['helve trust allow --path .helve/settings.json'],
  run: async () => {
    const { trustFile } = await import('../../consent/trust.ts');
    return (input, context) => trustFile({ ...input, revoke: false, dryRun: false }, context);
  },
  render: trustRendering,
});
