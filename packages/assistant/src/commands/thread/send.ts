import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import type { CreateCaller } from '../../opening/host.ts';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';

export const send = (createCaller: CreateCaller) =>
  defineCommand({
    path: 'thread send',
    summary: 'Say something to a thread; one that is over goes on with it',
    effect: 'execute',
    input: v.object({
      id: text('Its id, the beginning of that, or its name'),
      prompt: text('What to say', { large: true }),
    }),
    output: v.object(threadOutput),
    examples: ['helve thread send --id dead-code --prompt "Only in src"'],
    run: inService(async () => (await import('../../thread/threads.ts')).sendToThread(createCaller)),
    render: { model: viewThread, person: viewThread, brief: lineOf },
  });
