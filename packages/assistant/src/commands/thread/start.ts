import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import type { CreateCaller } from '../../opening/host.ts';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_OPTIONS } from './options.ts';

export const start = (createCaller: CreateCaller) =>
  defineCommand({
    path: 'thread start',
    summary: 'Start the assistant on a task in the background',
    effect: 'execute',
    input: v.object({
      prompt: v.optional(text('Instructions for the assistant', { large: true })),
      id: v.optional(text('Start this thread, which was created before, instead of a new one')),
      ...THREAD_OPTIONS,
    }),
    output: v.object(threadOutput),
    examples: ['helve thread start --prompt "Look for dead code" --name dead-code'],
    run: inService(async () => (await import('../../thread/threads.ts')).startThread(createCaller)),
    render: { model: viewThread, person: viewThread, brief: lineOf },
  });
