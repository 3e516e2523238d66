import { defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import type { Data } from '../../../protocol.ts';
import { READING } from '../../../protocol/reading.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser inspect',
  summary: 'Show the layout of elements: position, size, styles, scrolling',
  effect: 'inspect',
  input: v.object({
    session,
    selector: text('CSS selector; also searched in shadow roots'),
    properties: v.optional(text('CSS properties to return, separated by commas')),
    limit: v.optional(integer('Maximum number of elements', { min: 1, max: 50 }), 10),
    ...paging,
  }),
  output: v.object({ ...READING.inspect.data.entries, ...more, total: v.number() }),
  examples: [
    'helve browser inspect -s abc234 --selector main',
    'helve browser inspect -s abc234 --selector li --properties color,z-index',
  ],
  run: inService(async () => (await import('../../../read/read.ts')).readRun('inspect', 'elements')),
  render: pageRendering(({ elements }: Data<'inspect'>) => JSON.stringify(elements)),
});
