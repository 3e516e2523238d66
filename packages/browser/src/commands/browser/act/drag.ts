import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { type Given, session } from '../../parameters.ts';
import { isOneElement, oneElement, targetEntries, type TargetInput, targetOf } from '../../target.ts';

const goalEntries = {
  toSelector: v.optional(text('Where to: a CSS selector that matches exactly one element')),
  toElement: v.optional(text('Where to: the handle of an element, or its name')),
};

const input = v.pipe(
  v.object({ session, ...targetEntries, ...goalEntries }),
  oneElement(),
  v.check((given) => isOneElement(goalOf(given))),
);

export const command = defineCommand({
  path: 'browser drag',
  summary: 'Drag an element to another one',
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
