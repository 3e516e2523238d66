import { defineCommand, text } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElementAtMost, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser type',
  summary: 'Type text key by key, where the focus is or into an element, after what it holds',
  effect: 'execute',
  lives: 'home',
  envelope,
  input: v.pipe(
    v.object({ session, ...targetEntries, text: text('What is typed', { large: true }) }),
    oneElementAtMost(),
  ),
  output: ACTING.type.data,
  examples: ['helve browser type -s abc234 --element el4 --text "helve"'],
  run: async () => (await import('../../../perform.ts')).elementRun('type'),
});
