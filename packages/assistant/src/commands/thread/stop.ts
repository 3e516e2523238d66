import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';

export const command = defineCommand({
  path: 'thread stop',
  summary: 'Stop a thread and everything it runs',
  effect: 'execute',
  input: v.object({
    id: text('Id of the thread, the start of it, or its name'),
  }),
  output: v.object(threadOutput),
  examples: ['helve thread stop --id dead-code'],
  run: inService(async () => (await import('../../thread/threads.ts')).stopThread),
  render: { model: viewThread, person: viewThread, brief: lineOf },
});
