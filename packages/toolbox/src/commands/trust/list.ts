import { defineCommand } from '@helve/command';
import * as v from 'valibot';

const output = v.object({
  files: v.array(v.object({ path: v.string(), trusted: v.boolean(), runs: v.array(v.string()) })),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'trust list',
  summary: 'List what this project would run, allow or send elsewhere, and whether you trust it',
  effect: 'inspect',
  input: v.object({}),
  output,
  examples: ['helve trust list'],
  run: async () => (await import('../../trust/list.ts')).list,
  render: {
    model: ({ files }) =>
      files.length === 0
        ? 'No project files run code.'
        : files
            .flatMap(({ path, trusted, runs }) => [
              `${path} is ${trusted ? 'trusted' : 'not trusted'}`,
              ...runs.map((each) => `  ${each}`),
            ])
            .join('\n'),
    brief: ({ files }) => `${files.filter(({ trusted }) => !trusted).length} of ${files.length} files are not trusted`,
  },
});
