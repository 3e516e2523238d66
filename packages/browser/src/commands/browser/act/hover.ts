import { defineCommand } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElement, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser hover',
  summary: 'Move the pointer over an element: the page is told so, but styles for :hover do not apply',
  effect: 'execute',
  lives: 'home',
  envelope,
  input: v.pipe(v.object({ session, ...targetEntries }), oneElement()),
  output: ACTING.hover.data,
  examples: ['helve browser hover -s abc234 --element el3'],
  run: async () => (await import('../../../perform.ts')).elementRun('hover'),
});
