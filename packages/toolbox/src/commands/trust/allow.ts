import { defineCommand, path } from '@helve/command';
import * as v from 'valibot';
import { command as toolTrust, trustRendering } from '../tool/trust.ts';

export const command = defineCommand({
  path: 'trust allow',
  summary: 'Trust a project file, until it changes',
  effect: 'execute',
  approves: () => true,
  input: v.object({ path: path('read', 'File') }),
  output: toolTrust.output,
  examples: ['helve trust allow --path .helve/settings.json'],
  run: async () => {
    const trustFile = await toolTrust.run();
    return ({ path }, context) => trustFile({ path, revoke: false, dryRun: false }, context);
  },
  render: trustRendering,
});
