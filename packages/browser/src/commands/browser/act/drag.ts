import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { type Given, session } from '../../parameters.ts';
import { targetEntries, type TargetInput, targetOf } from '../../target.ts';

const goalEntries = {
  toSelector: v.optional(text('CSS selector of the destination; must match exactly one element')),
  toElement: v.optional(text('Handle or name of the destination')),
};

const input = v.object({ session, ...targetEntries, ...goalEntries });

export const command = defineCommand({
  path: 'browser drag',
  summary: 'Drag an element to another element',
  effect: 'execute',
  input,
  output: ACTING.drag.data,
  examples: ['helve browser drag -s abc234 --element el3 --to-element el7'],
  run: inService(async () =>
    (await import('../../../perform.ts')).actionRun('drag', (given: v.InferOutput<typeof input>) => ({
      target: targetOf(given),
      to: targetOf(goalOf(given)),
    })),
  ),
});

function goalOf({ toSelector: selector, toElement: element }: Given<typeof goalEntries>): TargetInput {
  return { selector, element };
}
