import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import type { CreateCaller } from '../../opening/host.ts';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_OPTIONS } from './options.ts';

export const create = (createCaller: CreateCaller) =>
  defineCommand({
    path: 'thread create',
    summary: 'Create a thread without starting it',
    effect: 'modify',
    input: v.object({
      task: text('Instructions for the assistant', { large: true }),
      ...THREAD_OPTIONS,
    }),
    output: v.object(threadOutput),
    examples: ['helve thread create --task "Look for dead code" --name dead-code'],
    run: inService(async () => {
      const run = (await import('../../thread/threads.ts')).createThread(createCaller);
      return ({ task, ...more }, context) => run({ prompt: task, ...more }, context);
    }),
    render: { model: viewThread, person: viewThread, brief: lineOf },
  });
