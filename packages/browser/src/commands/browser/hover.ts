import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { hidden, session } from '../parameters.ts';
import { targetEntries, type TargetInput, targetOf } from '../target.ts';

export const command = defineCommand({
  path: 'browser hover',
  summary: 'Move the pointer over an element: the page is told so, but styles for :hover do not apply',
  effect: 'execute',
  input: v.object({ session, ...targetEntries }),
  output: v.object({ hovered: v.literal(true), stable: v.boolean(), elapsed: v.number(), hidden }),
  examples: ['helve browser hover -s abc234 --element el3'],
  run: inService(async () =>
    (await import('../../perform.ts')).pageRun('hover', (input: TargetInput) => ({ target: targetOf(input) })),
  ),
});
