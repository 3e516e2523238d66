import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElementAtMost, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser type',
  summary: 'Type text key by key, where the focus is or into an element, after what it holds',
  effect: 'execute',
  input: v.pipe(
    v.object({ session, ...targetEntries, text: text('What is typed', { large: true }) }),
    oneElementAtMost(),
  ),
  output: ACTING.type.data,
  examples: ['helve browser type -s abc234 --element el4 --text "helve"'],
  run: inService(async () => (await import('../../../perform.ts')).elementRun('type')),
});
