import { choice, defineCommand, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { ACTING, MOUSE_BUTTONS } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElement, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser click',
  summary: 'Click an element of the page, unless something else lies over it',
  effect: 'execute',
  input: v.pipe(
    v.object({
      session,
      ...targetEntries,
      button: v.optional(choice(MOUSE_BUTTONS, 'The button of the mouse'), 'left'),
      count: v.optional(integer('How often: 2 is a double click', { min: 1, max: 3 }), 1),
    }),
    oneElement(),
  ),
  output: ACTING.click.data,
  tool: {
    name: 'BrowserClick',
    set: 'browser',
    guidance: 'Clicks an element, by its handle or a CSS selector, and waits until the page has settled.',
    only: ['session', 'element', 'selector'],
  },
  examples: ['helve browser click -s abc234 --element el3', 'helve browser click -s abc234 --selector "button.save"'],
  run: inService(async () => (await import('../../../perform.ts')).elementRun('click')),
});
