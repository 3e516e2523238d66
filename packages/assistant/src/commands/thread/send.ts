import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import type { CreateCaller } from '../../opening/host.ts';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const send = (createCaller: CreateCaller) =>
  defineCommand({
    path: 'thread send',
    summary: 'Send a message to a thread; a finished thread resumes',
    effect: 'execute',
    input: v.object({
      id: THREAD_ID,
      prompt: text('Message to send', { large: true }),
    }),
    output: v.object(threadOutput),
    examples: ['helve thread send --id dead-code --prompt "Only in src"'],
    run: inService(async () => (await import('../../thread/threads.ts')).sendToThread(createCaller)),
    render: { model: viewThread, person: viewThread, brief: lineOf },
  });
