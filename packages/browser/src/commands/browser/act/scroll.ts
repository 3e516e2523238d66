import { choice, defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING, DIRECTIONS } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElementAtMost, targetEntries } from '../../target.ts';

export const command = defineCommand({
  path: 'browser scroll',
  summary: 'Scroll the page, or exactly the element that is named',
  effect: 'execute',
  input: v.pipe(
    v.object({
      session,
      ...targetEntries,
      by: v.optional(
        v.pipe(
          text('How far: pixels (400), or viewport: most of what is seen at once', { also: ['pixels'] }),
          v.regex(/^(?:viewport|\d+(?:px)?)$/, 'must be a number of pixels or viewport'),
        ),
        'viewport',
      ),
      direction: v.optional(choice(DIRECTIONS, 'Where to'), 'down'),
    }),
    oneElementAtMost(),
  ),
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
