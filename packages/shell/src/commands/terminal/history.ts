import { defineCommand, integer, text } from '@helve/command';
import * as v from 'valibot';
import { viewHistory } from '../../history/history-view.ts';

export const command = defineCommand({
  path: 'terminal history',
  summary: 'Commands that `terminal exec` ran, or that were entered in a session, newest first, without secrets',
  effect: 'inspect',
  input: v.object({
    sessionId: v.optional(text('What was entered in the shell of this session, which may be over')),
    query: v.optional(text('Only commands that hold this text, in capital or small letters')),
    limit: v.optional(integer('The most to give', { min: 1, max: 10_000 }), 50),
  }),
  output: v.object({
    entries: v.array(
      v.union([
        v.object({
          at: v.string(),
          command: v.string(),
          workingDirectory: v.string(),
          status: v.picklist(['success', 'error', 'timeout', 'cancelled']),
          exitCode: v.nullable(v.number()),
          duration: v.number(),
        }),
        v.object({
          at: v.string(),
          command: v.string(),
          workingDirectory: v.string(),
          status: v.literal('entered'),
          exact: v.pipe(v.boolean(), v.description('False where keys may have made another line of it')),
        }),
      ]),
    ),
    total: v.number(),
    omitted: v.number(),
  }),
  examples: [
    'helve terminal history',
    'helve terminal history --query "npm run"',
    'helve terminal history --session-id dev',
  ],
  run: async () => (await import('../../history/history.ts')).history,
  render: { model: viewHistory, person: viewHistory },
});
