import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { pointerEntries, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser hover',
  summary: 'Move the pointer over an element; :hover styles apply only with the real pointer',
  effect: 'execute',
  input: v.object({ session, ...targetEntries, ...pointerEntries }),
  output: ACTING.hover.data,
  examples: [
    'helve browser hover -s abc234 --element el3',
    'helve browser hover -s abc234 --element el3 --real-pointer',
  ],
  run: inService(async () => (await import('../../../perform.ts')).pointerRun('hover')),
});
