import { choice, defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING, DIRECTIONS } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser scroll',
  summary: 'Scroll the page, or exactly the given element',
  effect: 'execute',
  input: v.object({
    session,
    ...targetEntries,
    by: v.optional(
      v.pipe(
        text('Distance: pixels (400), or viewport for most of the visible height', { also: ['pixels'] }),
        v.regex(/^(?:viewport|\d+(?:px)?)$/, 'must be a number of pixels or viewport'),
      ),
      'viewport',
    ),
    direction: v.optional(choice(DIRECTIONS, 'Direction'), 'down'),
  }),
  output: ACTING.scroll.data,
  tool: {
    name: 'BrowserScroll',
    set: 'browser',
    guidance: 'Scrolls the page or an element, and says whether it moved.',
    only: ['session', 'element', 'direction', 'by'],
  },
  examples: ['helve browser scroll -s abc234', 'helve browser scroll -s abc234 --direction up --by 400'],
  run: inService(async () => (await import('../../../perform.ts')).elementRun('scroll')),
});
