import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { pageRendering } from '../page-content.ts';
import { more, paging } from '../paging.ts';
import { session } from '../parameters.ts';

const IMAGE = v.object({
  src: v.string(),
  alt: v.string(),
  width: v.number(),
  height: v.number(),
  frame: v.optional(v.string()),
});

export const command = defineCommand({
  path: 'browser images',
  summary: 'The pictures in the page and its frames',
  effect: 'inspect',
  input: v.object({
    session,
    selector: v.optional(text('Only in the part that this CSS selector matches')),
    ...paging,
  }),
  output: v.object({ images: v.array(IMAGE), ...more }),
  examples: ['helve browser images -s abc234'],
  run: inService(async () => (await import('../../reading/read.ts')).readRun('images', 'images')),
  render: {
    ...pageRendering(({ images }: { readonly images: readonly v.InferOutput<typeof IMAGE>[] }) =>
      images.map(({ src, alt, width, height }) => `${width}x${height} ${JSON.stringify(alt)} ${src}`).join('\n'),
    ),
    brief: ({ images }) => `${images.length} images`,
  },
});
