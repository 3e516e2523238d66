import { defineCommand, flag, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const input = v.object({
  session,
  accept: flag('Accept dialogs (OK)'),
  dismiss: flag('Dismiss dialogs (Cancel)'),
  text: v.optional(text('Text to enter in a prompt before accepting it')),
});

export const command = defineCommand({
  path: 'browser dialog',
  summary: "Set how the tab's alert, confirm and prompt dialogs are answered, and list those shown",
  effect: 'execute',
  input,
  output: ACTING.dialog.data,
  examples: ['helve browser dialog -s abc234 --accept', 'helve browser dialog -s abc234'],
  run: inService(async () => (await import('../../../act/dialog.ts')).dialog),
});
