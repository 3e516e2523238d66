import { defineCommand, flag, path } from '@helve/command';
import * as v from 'valibot';

const output = v.object({ path: v.string(), trusted: v.boolean(), runs: v.array(v.string()) });

export type Output = v.InferOutput<typeof output>;

/** How the trust in a file is shown. */
export const trustRendering = {
  person: ({ path, trusted, runs }: Output): string =>
    [`${path} is ${trusted ? 'trusted' : 'not trusted'}`, ...runs.map((line) => `  ${line}`)].join('\n'),
  brief: ({ path, trusted }: Output): string => `${path} is ${trusted ? 'trusted' : 'not trusted'}`,
};

const input = v.object({
  path: path('read', 'File'),
  revoke: flag('Revoke the trust'),
  dryRun: flag('Show what would be trusted, without trusting it'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'tool trust',
  summary: 'Trust a project file such as .mcp.json, until it changes',
  effect: { most: 'execute', of: ({ dryRun }) => (dryRun ? 'inspect' : 'execute') },
  approves: ({ dryRun, revoke }) => !dryRun && !revoke,
  input,
  output,
  examples: ['helve tool trust --path .mcp.json --dry-run', 'helve tool trust --path .mcp.json --revoke'],
  run: async () => (await import('../../tool/trust.ts')).trustFile,
  render: trustRendering,
});
