import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread stop',
  summary: 'Stop a thread and everything it runs',
  effect: 'execute',
  input: v.object({
    id: THREAD_ID,
  }),
  output: v.object(threadOutput),
  examples: ['helve thread stop --id dead-code'],
  run: inService(async () => (await import('../../thread/threads.ts')).stopThread),
  render: { model: viewThread, person: viewThread, brief: lineOf },
});
