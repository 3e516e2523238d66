import { defineCommand, flag, inService, text } from '@helve/command';
import * as v from 'valibot';
import { session } from '../parameters.ts';

export const command = defineCommand({
  path: 'browser dialog',
  summary: 'Say how alert, confirm and prompt of the tab are answered from now on, and see what they said',
  effect: 'execute',
  input: v.object({
    session,
    accept: flag('Press OK'),
    dismiss: flag('Press Cancel'),
    text: v.optional(text('Enter this in a prompt, and press OK')),
  }),
  output: v.object({
    answer: v.optional(v.object({ accept: v.boolean(), text: v.optional(v.string()) })),
    seen: v.array(
      v.object({
        type: v.picklist(['alert', 'confirm', 'prompt']),
        message: v.string(),
        answer: v.nullable(v.union([v.boolean(), v.string()])),
      }),
    ),
  }),
  examples: ['helve browser dialog -s abc234 --accept', 'helve browser dialog -s abc234'],
  run: inService(async () => (await import('../../dialog/dialog.ts')).dialog),
});
