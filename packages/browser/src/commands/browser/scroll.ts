import { choice, defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import type { Params } from '../../protocol.ts';
import { hidden, session } from '../parameters.ts';
import { optionalTargetOf, targetEntries, type TargetInput } from '../target.ts';

export const command = defineCommand({
  path: 'browser scroll',
  summary: 'Scroll the page, or exactly the element that is named',
  effect: 'execute',
  input: v.object({
    session,
    ...targetEntries,
    by: v.optional(
      v.pipe(
        text('How far: pixels (400), or viewport: most of what is seen at once', { also: ['pixels'] }),
        v.regex(/^(?:viewport|\d+(?:px)?)$/, 'must be a number of pixels or viewport'),
      ),
      'viewport',
    ),
    direction: v.optional(choice(['up', 'down', 'left', 'right'], 'Where to'), 'down'),
  }),
  output: v.object({
    target: v.picklist(['viewport', 'element']),
    before: v.number(),
    after: v.number(),
    scrolledPx: v.number(),
    moved: v.boolean(),
    stable: v.boolean(),
    scrollHeight: v.number(),
    clientHeight: v.number(),
    hidden,
  }),
  tool: {
    name: 'BrowserScroll',
    set: 'browser',
    guidance: 'Scrolls the page or an element, and says whether it moved.',
    only: ['session', 'element', 'direction', 'by'],
  },
  examples: ['helve browser scroll -s abc234', 'helve browser scroll -s abc234 --direction up --by 400'],
  run: inService(async () =>
    (await import('../../perform.ts')).pageRun('scroll', (input: TargetInput & Omit<Params<'scroll'>, 'target'>) => ({
      target: optionalTargetOf(input),
      by: input.by,
      direction: input.direction,
    })),
  ),
});
