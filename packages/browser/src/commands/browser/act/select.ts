import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElement, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser select',
  summary: 'Choose an option by its text, in a list of the browser or one that the page made itself',
  effect: 'execute',
  input: v.pipe(
    v.object({ session, ...targetEntries, optionText: text('The text of the option', { also: ['option'] }) }),
    oneElement(),
  ),
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
