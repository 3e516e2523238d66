import { choice, defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import type { CreateCaller } from '../../opening/host.ts';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const status = (createCaller: CreateCaller) =>
  defineCommand({
    path: 'thread status',
    summary: 'Show the status of a thread, or start or stop it',
    effect: { most: 'execute', of: ({ status: wanted }) => (wanted === undefined ? 'inspect' : 'execute') },
    input: v.object({
      id: THREAD_ID,
      status: v.optional(choice(['running', 'stopped'], 'Start or stop the thread, unless it is so already')),
    }),
    output: v.object(threadOutput),
    examples: ['helve thread status --id dead-code'],
    run: inService(async () => (await import('../../thread/threads.ts')).threadStatus(createCaller)),
    render: { model: viewThread, person: viewThread, brief: lineOf },
  });
