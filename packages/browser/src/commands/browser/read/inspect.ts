import { defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import type { Data } from '../../../protocol.ts';
import { READING } from '../../../protocol/reading.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser inspect',
  summary: 'How elements are laid out: place, size, styles, whether they scroll',
  effect: 'inspect',
  input: v.object({
    session,
    selector: text('A CSS selector; also looked for in shadow roots'),
    properties: v.optional(text('CSS properties whose computed values are wanted, with commas between them')),
    limit: v.optional(integer('At most so many elements', { min: 1, max: 50 }), 10),
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
