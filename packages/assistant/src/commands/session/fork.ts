import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'session fork',
  summary: 'Begin another conversation where one stands, and leave that one as it is',
  effect: 'modify',
  input: v.object({
    id: v.optional(text('The conversation, or the beginning of its id; by itself the latest here')),
    at: v.optional(text('The entry up to which it is taken over, as session show gives them; by itself the last')),
  }),
  output: v.object({ id: v.string(), forkedFrom: v.string(), entries: v.number() }),
  examples: ['helve session fork'],
  run: async () => (await import('../../session/fork.ts')).forkSession,
  render: {
    person: ({ id, forkedFrom }) => `${id} goes on where ${forkedFrom} stands: helve -p "…" -r ${id}`,
    brief: ({ id }) => id,
  },
});
