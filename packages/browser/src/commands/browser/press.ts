import { defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { session } from '../parameters.ts';
import { optionalTargetOf, targetEntries, type TargetInput } from '../target.ts';

interface PressInput extends TargetInput {
  readonly key: string;
  readonly count: number;
}

export const command = defineCommand({
  path: 'browser press',
  summary: 'Press a key where the focus is, or on an element, with what it does in a browser',
  effect: 'execute',
  input: v.object({
    session,
    ...targetEntries,
    key: v.optional(text('Enter, Tab, Shift+Tab, Escape, ArrowDown, Backspace, Control+A, x'), 'Enter'),
    count: v.optional(integer('How often', { min: 1, max: 100 }), 1),
  }),
  output: v.object({
    pressed: v.string(),
    prevented: v.boolean(),
    did: v.optional(v.string()),
    focus: v.optional(v.object({ tag: v.string(), handle: v.string(), name: v.optional(v.string()) })),
  }),
  tool: {
    name: 'BrowserPress',
    set: 'browser',
    guidance: 'Presses a key (Enter, Escape, Control+a) where the focus is, or on an element.',
    only: ['session', 'key', 'element', 'selector'],
  },
  examples: [
    'helve browser press -s abc234 --key Enter',
    'helve browser press -s abc234 --element el4 --key Control+A',
  ],
  run: inService(async () =>
    (await import('../../perform.ts')).pageRun('press', (input: PressInput) => ({
      target: optionalTargetOf(input),
      key: input.key,
      count: input.count,
    })),
  ),
});
