import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser select',
  summary: 'Select an option by its text, in a native or a custom list',
  effect: 'execute',
  input: v.object({ session, ...targetEntries, optionText: text('Text of the option', { also: ['option'] }) }),
  output: ACTING.select.data,
  tool: {
    name: 'BrowserSelect',
    set: 'browser',
    guidance: 'Chooses an option by its text.',
    only: ['session', 'element', 'selector', 'optionText'],
  },
  examples: ['helve browser select -s abc234 --element el5 --option-text "Denmark"'],
  run: inService(async () => (await import('../../../perform.ts')).elementRun('select')),
});
