import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread answer',
  summary: 'Answer a question of a thread',
  effect: 'execute',
  input: v.object({
    id: THREAD_ID,
    answer: text('The answer; for an approval: once, conversation, project, no, or a reason against it', {
      large: true,
    }),
    question: v.optional(text('Id of the question, where several are open')),
  }),
  output: v.object(threadOutput),
  examples: ['helve thread answer --id dead-code --answer once'],
  run: inService(async () => (await import('../../thread/threads.ts')).answerThread),
  render: { model: viewThread, person: viewThread, brief: lineOf },
});
