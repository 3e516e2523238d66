import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import type { CreateCaller } from '../../opening/host.ts';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { SEED_OPTIONS } from './options.ts';

export const createStart = (createCaller: CreateCaller) =>
  defineCommand({
    path: 'thread create-start',
    summary: 'Same as start, with the parameter names of other tools',
    effect: 'execute',
    input: v.object(SEED_OPTIONS),
    subject: () => ({ sameAs: ['thread start'] }),
    output: v.object(threadOutput),
    examples: ['helve thread create-start --task "Review the docs"'],
    run: inService(async () => {
      const run = (await import('../../thread/threads.ts')).startThread(createCaller);
      return ({ task, agent }, context) => run({ prompt: task, agent }, context);
    }),
    render: { model: viewThread, person: viewThread, brief: lineOf },
  });
