import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { hidden, session } from '../parameters.ts';
import { targetEntries, type TargetInput, targetOf } from '../target.ts';

interface DragInput extends TargetInput {
  readonly toSelector?: string | undefined;
  readonly toElement?: string | undefined;
}

export const command = defineCommand({
  path: 'browser drag',
  summary: 'Drag an element to another one',
  effect: 'execute',
  input: v.object({
    session,
    ...targetEntries,
    toSelector: v.optional(text('Where to: a CSS selector that matches exactly one element')),
    toElement: v.optional(text('Where to: the handle of an element, or its name')),
  }),
  output: v.object({
    dragged: v.literal(true),
    dropped: v.optional(v.boolean()),
    by: v.picklist(['drag events', 'pointer events']),
    hidden,
  }),
  examples: ['helve browser drag -s abc234 --element el3 --to-element el7'],
  run: inService(async () =>
    (await import('../../perform.ts')).pageRun('drag', (input: DragInput) => ({
      target: targetOf(input),
      to: targetOf({ selector: input.toSelector, element: input.toElement }),
    })),
  ),
});
