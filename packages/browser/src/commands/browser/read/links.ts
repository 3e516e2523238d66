import { defineCommand, flag, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import type { Data } from '../../../protocol.ts';
import { READING } from '../../../protocol/reading.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser links',
  summary: 'List the links of the page and its frames, with handles',
  effect: 'inspect',
  input: v.object({
    session,
    selector: v.optional(text('CSS selector of the part to read')),
    visibleOnly: flag('Only those visible without scrolling'),
    limit: v.optional(integer('Maximum number of links', { min: 1, max: 500 }), 100),
    ...paging,
  }),
  output: v.object({ ...READING.links.data.entries, ...more, total: v.number() }),
  examples: ['helve browser links -s abc234', 'helve browser links -s abc234 --selector nav --visible-only'],
  run: inService(async () => (await import('../../../read/read.ts')).readRun('links', 'links')),
  render: {
    ...pageRendering(({ links }: Data<'links'>) =>
      links.map(({ handle, text, href }) => `${handle} ${JSON.stringify(text)} ${href}`).join('\n'),
    ),
    brief: ({ links, total }) => `${links.length} of ${total} links`,
  },
});
