import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser type',
  summary: 'Type text key by key into the focused or a given element, after its present value',
  effect: 'execute',
  input: v.object({ session, ...targetEntries, text: text('Text to type', { large: true }) }),
  output: ACTING.type.data,
  examples: ['helve browser type -s abc234 --element el4 --text "helve"'],
  run: inService(async () => (await import('../../../perform.ts')).elementRun('type')),
});
