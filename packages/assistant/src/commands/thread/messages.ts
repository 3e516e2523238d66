import { defineCommand, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { shownOutput } from '../../session/shown-output.ts';
import { threadOutput, viewMessages } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread messages',
  summary: 'Show the messages and tool calls of a thread',
  effect: 'inspect',
  input: v.object({
    id: THREAD_ID,
    limit: v.optional(integer('Number of latest items to show', { min: 1 }), 20),
  }),
  output: v.object({ id: threadOutput.id, ...shownOutput }),
  examples: ['helve thread messages --id dead-code --limit 5'],
  run: inService(async () => (await import('../../thread/threads.ts')).readMessages),
  render: { model: viewMessages, person: viewMessages, brief: ({ items }) => `${items.length} messages` },
});
