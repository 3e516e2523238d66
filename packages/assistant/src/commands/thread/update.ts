import { defineCommand, inService, integer, json, text } from '@helve/command';
import * as v from 'valibot';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread update',
  summary: 'Change the name, priority or limits of a thread',
  effect: 'modify',
  input: v.object({
    id: THREAD_ID,
    name: v.optional(text('New name')),
    priority: v.optional(integer('Threads with a higher number run first', { min: -100, max: 100 })),
    maxTurns: v.optional(
      integer('Most requests to the model, in all; applies when it is started or continued', { min: 1 }),
    ),
    maxCost: v.optional(
      v.pipe(
        v.number(),
        v.check((dollars) => dollars >= 0, 'must be at least 0'),
        v.description('Most US dollars in all; applies when it is started or continued'),
        v.metadata({ min: 0 }),
      ),
    ),
    data: v.optional(json(v.unknown(), 'All changes as one object: {"priority":5}')),
  }),
  output: v.object(threadOutput),
  examples: ['helve thread update --id dead-code --priority 5'],
  run: inService(async () => (await import('../../thread/threads.ts')).updateThread),
  render: { model: viewThread, person: viewThread, brief: lineOf },
});
