import { defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser press',
  summary: 'Press a key on the focused element, or on a given one',
  effect: 'execute',
  input: v.object({
    session,
    ...targetEntries,
    key: v.optional(text('Key: Enter, Tab, Shift+Tab, Escape, ArrowDown, Backspace, Control+A, x'), 'Enter'),
    count: v.optional(integer('Number of times', { min: 1, max: 100 }), 1),
  }),
  output: ACTING.press.data,
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
  run: inService(async () => (await import('../../../perform.ts')).elementRun('press')),
});
