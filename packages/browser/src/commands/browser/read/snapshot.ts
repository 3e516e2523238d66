import { defineCommand, flag, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { READING } from '../../../protocol/reading.ts';
import { asPageContent } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

const count = v.number();

export const input = v.object({
  session,
  selector: v.optional(text('CSS selector of the part to read')),
  maxDepth: v.optional(integer('Maximum depth of the tree', { min: 1, max: 12 }), 8),
  interactiveOnly: flag('Only interactive elements', { short: 'i' }),
  diff: flag('Only changes since the previous snapshot of this tab: + new, - gone, ~ changed'),
  ...paging,
});

export const command = defineCommand({
  path: 'browser snapshot',
  summary: 'Get the page and its frames as a tree of roles and names, with handles',
  effect: 'inspect',
  input,
  output: v.object({
    ...READING.snapshot.data.entries,
    diff: v.optional(v.object({ added: count, removed: count, changed: count })),
    ...more,
  }),
  tool: {
    name: 'BrowserSnapshot',
    set: 'browser',
    guidance:
      'The page as a tree, with a handle (el3) on all that can be acted on: look before you act, and after the page has changed. interactiveOnly is much shorter.',
  },
  examples: ['helve browser snapshot -s abc234 -i', 'helve browser snapshot -s abc234 --diff'],
  run: inService(async () => (await import('../../../read/snapshot.ts')).takeSnapshot),
  render: {
    model: ({ tree, diff }, _, facts) => (diff && tree === '' ? 'Nothing has changed.' : asPageContent(tree, facts)),
    person: ({ tree, diff }) => (diff && tree === '' ? 'Nothing has changed.' : tree),
  },
});
