import { defineCommand, flag, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { shownOutput } from '../../session/shown-output.ts';
import { lineOf, threadOutput, viewItems } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread read',
  summary: 'Show the status and conversation of a thread',
  effect: 'inspect',
  input: v.object({
    id: THREAD_ID,
    wait: flag('Wait until it finishes or asks a question'),
    timeoutSeconds: v.optional(integer('Maximum time to wait', { min: 1, max: 86_400 }), 600),
    limit: v.optional(integer('Number of latest items to show', { min: 1 }), 20),
  }),
  output: v.object({
    ...threadOutput,
    ...shownOutput,
  }),
  examples: ['helve thread read --id dead-code --wait'],
  run: inService(async () => (await import('../../thread/threads.ts')).readThread),
  render: { model: viewItems, person: viewItems, brief: lineOf },
});
