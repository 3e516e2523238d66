import { defineCommand } from '@helve/command';
import * as v from 'valibot';

const Rule = v.object({ verdict: v.picklist(['deny', 'ask', 'allow']), rule: v.string(), source: v.string() });

export const command = defineCommand({
  path: 'permissions list',
  summary: 'Show the permission mode, rules and folders in effect, and where they come from',
  effect: 'inspect',
  input: v.object({}),
  output: v.object({
    mode: v.optional(v.object({ mode: v.string(), source: v.string() })),
    rules: v.array(Rule),
    roots: v.array(v.object({ folders: v.array(v.string()), source: v.string() })),
    leftOut: v.array(v.object({ file: v.string(), what: v.array(v.string()) })),
  }),
  examples: ['helve permissions list'],
  run: async () => (await import('../../permissions/list.ts')).list,
  render: {
    model: ({ mode, rules, roots, leftOut }) =>
      [
        `mode   ${mode ? `${mode.mode} (${mode.source})` : 'that of whoever calls'}`,
        ...rules.map(({ verdict, rule, source }) => `${verdict.padEnd(6)} ${rule} (${source})`),
        ...roots.map(({ folders, source }) => `only   ${folders.join(', ')} (${source})`),
        ...leftOut.map(({ file, what }) => `not trusted: ${file}: ${what.join('; ')}`),
      ].join('\n'),
    brief: ({ rules }) => `${rules.length} rules`,
  },
});
