import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';

export const command = defineCommand({
  path: 'thread create-start',
  summary: 'The same as start, in the words of other tools',
  effect: 'execute',
  input: v.object({
    task: text('What it should do', { large: true }),
    agent: v.optional(text('The agent that does it')),
  }),
  output: v.object(threadOutput),
  examples: ['helve thread create-start --task "Review the docs"'],
  run: inService(async () => (await import('../../thread/threads.ts')).createAndStart),
  render: { model: viewThread, person: viewThread, brief: lineOf },
});
