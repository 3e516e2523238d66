import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElement, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser hover',
  summary: 'Move the pointer over an element: the page is told so, but styles for :hover do not apply',
  effect: 'execute',
  input: v.pipe(v.object({ session, ...targetEntries }), oneElement()),
  output: ACTING.hover.data,
  examples: ['helve browser hover -s abc234 --element el3'],
  run: inService(async () => (await import('../../../perform.ts')).elementRun('hover')),
});
