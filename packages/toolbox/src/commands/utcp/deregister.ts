import { choice, defineCommand, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  name: text('Name of the manual'),
  scope: v.optional(choice(['user', 'project'], 'Scope to remove it from, if it is registered in both')),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ name: v.string(), scope: v.picklist(['user', 'project']), source: v.string() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp deregister',
  summary: 'Deregister a UTCP manual and its tools',
  effect: 'execute',
  approves: () => true,
  input,
  output,
  examples: ['helve utcp deregister --name pets'],
  run: async () => (await import('../../utcp/deregister.ts')).deregister,
  render: { person: ({ name, source }) => `Forgot ${name} (${source})` },
});
