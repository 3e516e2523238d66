import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import type { Data } from '../../../protocol.ts';
import { READING } from '../../../protocol/reading.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser images',
  summary: 'List the images in the page and its frames',
  effect: 'inspect',
  input: v.object({
    session,
    selector: v.optional(text('CSS selector of the part to read')),
    ...paging,
  }),
  output: v.object({ ...READING.images.data.entries, ...more }),
  examples: ['helve browser images -s abc234'],
  run: inService(async () => (await import('../../../read/read.ts')).readRun('images', 'images')),
  render: {
    ...pageRendering(({ images }: Data<'images'>) =>
      images.map(({ src, alt, width, height }) => `${width}x${height} ${JSON.stringify(alt)} ${src}`).join('\n'),
    ),
    brief: ({ images }) => `${images.length} images`,
  },
});
