import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'session fork',
  summary: 'Fork a conversation: continue in a copy of it',
  effect: 'modify',
  input: v.object({
    id: v.optional(text('Id of the conversation, or the start of it (default: the latest in this folder)')),
    at: v.optional(text('Last entry to copy, as listed by session show (default: the latest)')),
  }),
  output: v.object({ id: v.string(), forkedFrom: v.string(), entries: v.number() }),
  examples: ['helve session fork'],
  run: async () => (await import('../../session/fork.ts')).forkSession,
  render: {
    person: ({ id, forkedFrom }) => `Forked ${forkedFrom} as ${id}. Continue: helve -p "…" -r ${id}`,
    brief: ({ id }) => id,
  },
});
