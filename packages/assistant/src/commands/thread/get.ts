import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread get',
  summary: 'Show a thread: status, settings, last answer and open questions',
  effect: 'inspect',
  input: v.object({
    id: THREAD_ID,
  }),
  output: v.object(threadOutput),
  examples: ['helve thread get --id dead-code'],
  run: inService(async () => (await import('../../thread/threads.ts')).getThread),
  render: { model: viewThread, person: viewThread, brief: lineOf },
});
