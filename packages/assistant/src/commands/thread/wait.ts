import { defineCommand, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread wait',
  summary: 'Wait until a thread finishes or asks a question; helve exits with 1 unless it finished successfully',
  effect: 'inspect',
  input: v.object({
    id: THREAD_ID,
    timeoutSeconds: v.optional(integer('Maximum time to wait', { min: 1, max: 86_400 }), 600),
  }),
  output: v.object(threadOutput),
  reportsFailure: ({ status }) => status !== 'done',
  examples: ['helve thread wait --id dead-code --timeout-seconds 60'],
  run: inService(async () => (await import('../../thread/threads.ts')).waitForThread),
  render: { model: viewThread, person: viewThread, brief: lineOf },
});
