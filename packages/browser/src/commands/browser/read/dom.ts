import { defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { READING } from '../../../protocol/reading.ts';
import { asPageContent } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser dom',
  summary: 'The markup of the page as it is now, or of one part of it, with shadow roots',
  effect: 'inspect',
  input: v.object({
    session,
    selector: v.optional(text('Only the part that this CSS selector matches')),
    depth: v.optional(integer('How deep to go', { min: 0, max: 6 }), 3),
    ...paging,
  }),
  output: v.object({ ...READING.dom.data.entries, ...more }),
  examples: ['helve browser dom -s abc234 --selector form --depth 6'],
  run: inService(async () => (await import('../../../read/read.ts')).readRun('dom', 'html')),
  render: { model: ({ html }, _, facts) => asPageContent(html, facts), person: ({ html }) => html },
});
