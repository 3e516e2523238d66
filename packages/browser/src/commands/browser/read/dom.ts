import { defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { READING } from '../../../protocol/reading.ts';
import { asPageContent } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser dom',
  summary: 'Get the current HTML of the page, or of part of it, with shadow roots',
  effect: 'inspect',
  input: v.object({
    session,
    selector: v.optional(text('CSS selector of the part to read')),
    depth: v.optional(integer('Maximum depth', { min: 0, max: 6 }), 3),
    ...paging,
  }),
  output: v.object({ ...READING.dom.data.entries, ...more }),
  examples: ['helve browser dom -s abc234 --selector form --depth 6'],
  run: inService(async () => (await import('../../../read/read.ts')).readRun('dom', 'html')),
  render: { model: ({ html }, _, facts) => asPageContent(html, facts), person: ({ html }) => html },
});
