import { defineCommand, path } from '@helve/command';
import * as v from 'valibot';
import { command as toolTrust, trustRendering } from '../tool/trust.ts';

export const command = defineCommand({
  path: 'trust revoke',
  summary: 'Take back the consent to a file of a checkout',
  effect: 'execute',
  input: v.object({ path: path('read', 'The file') }),
  output: toolTrust.output,
  examples: ['helve trust revoke --path .helve/settings.json'],
  run: async () => {
    const trustFile = await toolTrust.run();
    return ({ path }, context) => trustFile({ path, revoke: true, dryRun: false }, context);
  },
  render: trustRendering,
});
