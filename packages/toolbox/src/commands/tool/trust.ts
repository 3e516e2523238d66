import { defineCommand, flag, path } from '@helve/command';
import * as v from 'valibot';
import { trustRendering } from '../../consent/view.ts';

export const command = defineCommand({
  path: 'tool trust',
  summary: 'Let what a project file such as .mcp.json says run, until it changes',
  effect: { most: 'execute', of: ({ dryRun }) => (dryRun ? 'inspect' : 'execute') },
  input: v.object({
    path: path('read', 'The file'),
    revoke: flag('Take the consent back'),
    dryRun: flag('Only show what would be allowed'),
  }),
  output: v.object({ path: v.string(), trusted: v.boolean(), runs: v.array(v.string()) }),
  examples: ['helve tool trust --path .mcp.json --dry-run', 'helve tool trust --path .mcp.json --revoke'],
  run: async () => (await import('../../consent/trust.ts')).trustFile,
  render: trustRendering,
});
