import { defineCommand, flag, inService } from '@helve/command';
import * as v from 'valibot';
import { lineOf, threadOutput } from '../../thread/view.ts';

const view = ({ threads }: { readonly threads: readonly Parameters<typeof lineOf>[0][] }) =>
  threads.length === 0 ? 'There are no threads.' : threads.map(lineOf).join('\n');

export const command = defineCommand({
  path: 'thread list',
  summary: 'List threads (background conversations) and their status',
  effect: 'inspect',
  input: v.object({
    all: flag('Include threads of other projects'),
  }),
  output: v.object({ threads: v.array(v.object(threadOutput)), count: v.number() }),
  examples: ['helve thread list'],
  run: inService(async () => (await import('../../thread/threads.ts')).listThreads),
  render: { model: view, person: view, brief: ({ count }) => `${count} threads` },
});
