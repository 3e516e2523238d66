import { defineCommand, flag, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const input = v.object({
  session,
  accept: flag('Press OK'),
  dismiss: flag('Press Cancel'),
  text: v.optional(text('Enter this in a prompt, and press OK')),
});

export const command = defineCommand({
  path: 'browser dialog',
  summary: 'Say how alert, confirm and prompt of the tab are answered from now on, and see what they said',
  effect: 'execute',
  input,
  output: ACTING.dialog.data,
  examples: ['helve browser dialog -s abc234 --accept', 'helve browser dialog -s abc234'],
  run: inService(async () => (await import('../../../act/dialog.ts')).dialog),
});
