import { choice, defineCommand, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { ACTING, MOUSE_BUTTONS } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { pointerEntries, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser click',
  summary: 'Click an element of the page, unless another element covers it, or click at a place',
  effect: 'execute',
  input: v.object({
    session,
    ...targetEntries,
    ...pointerEntries,
    button: v.optional(choice(MOUSE_BUTTONS, 'Mouse button'), 'left'),
    count: v.optional(integer('Number of clicks; 2 is a double click', { min: 1, max: 3 }), 1),
  }),
  output: ACTING.click.data,
  tool: {
    name: 'BrowserClick',
    set: 'browser',
    guidance:
      'Clicks an element, by its handle or a CSS selector, and waits until the page has settled. at clicks a place: in a canvas, or in the window. realPointer moves the real pointer there, for controls that appear on hover.',
    only: ['session', 'element', 'selector', 'at', 'realPointer'],
  },
  examples: [
    'helve browser click -s abc234 --element el3',
    'helve browser click -s abc234 --selector "button.save"',
    'helve browser click -s abc234 --element el5 --at 120,45',
  ],
  run: inService(async () => (await import('../../../perform.ts')).pointerRun('click')),
});
