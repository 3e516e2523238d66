import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { pageRendering } from '../page-content.ts';
import { more, paging } from '../paging.ts';
import { session } from '../parameters.ts';

const LANDMARK = v.object({ tag: v.string(), role: v.string(), label: v.optional(v.string()) });
const HEADING = v.object({ level: v.number(), text: v.string() });

interface Outline {
  readonly landmarks: readonly v.InferOutput<typeof LANDMARK>[];
  readonly headings: readonly v.InferOutput<typeof HEADING>[];
}

export const command = defineCommand({
  path: 'browser outline',
  summary: 'The landmarks and headings of the page',
  effect: 'inspect',
  input: v.object({ session, ...paging }),
  output: v.object({
    landmarks: v.array(LANDMARK),
    headings: v.array(HEADING),
    ...more,
  }),
  examples: ['helve browser outline -s abc234'],
  run: inService(async () => (await import('../../reading/read.ts')).readRun('outline', 'headings')),
  render: pageRendering(({ landmarks, headings }: Outline) =>
    [
      ...landmarks.map(({ role, label }) => (label === undefined ? role : `${role} ${JSON.stringify(label)}`)),
      ...headings.map(({ level, text }) => `${'#'.repeat(level)} ${text}`),
    ].join('\n'),
  ),
});
