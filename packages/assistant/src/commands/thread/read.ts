import { defineCommand, flag, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { shownOutput } from '../../session/shown-output.ts';
import { lineOf, threadOutput, viewItems } from '../../thread/view.ts';

export const command = defineCommand({
  path: 'thread read',
  summary: 'How a thread stands, and what was said and done in it',
  effect: 'inspect',
  input: v.object({
    id: text('Its id, the beginning of that, or its name'),
    wait: flag('Wait until it is done, and tell what it does meanwhile'),
    timeoutSeconds: v.optional(integer('How long to wait at most', { min: 1, max: 86_400 }), 600),
    limit: v.optional(integer('How many of the latest items', { min: 1 }), 20),
  }),
  output: v.object({
    ...threadOutput,
    ...shownOutput,
  }),
  examples: ['helve thread read --id dead-code --wait'],
  run: inService(async () => (await import('../../thread/threads.ts')).readThread),
  render: { model: viewItems, person: viewItems, brief: lineOf },
});
