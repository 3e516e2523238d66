import { defineCommand, path } from '@helve/command';
import * as v from 'valibot';
import { command as toolTrust, trustRendering } from '../tool/trust.ts';

export const command = defineCommand({
  path: 'trust revoke',
  summary: 'Revoke the trust in a project file',
  effect: 'execute',
  input: v.object({ path: path('read', 'File') }),
  output: toolTrust.output,
  examples: ['helve trust revoke --path .helve/settings.json'],
  run: async () => {
    const trustFile = await toolTrust.run();
    return ({ path }, context) => trustFile({ path, revoke: true, dryRun: false }, context);
  },
  render: trustRendering,
});
