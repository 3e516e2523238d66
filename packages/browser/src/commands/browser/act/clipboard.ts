import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser clipboard',
  summary: "Show what the session's pages copied last, or set what is pasted with Control+V",
  effect: 'execute',
  input: v.object({ session, text: v.optional(text('Text to put on the clipboard of the session', { large: true })) }),
  output: ACTING.clipboard.data,
  examples: ['helve browser clipboard -s abc234', 'helve browser clipboard -s abc234 --text "helve"'],
  run: inService(async () => (await import('../../../perform.ts')).pageRun('clipboard')),
});
