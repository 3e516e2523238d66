import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import type { Data } from '../../../protocol.ts';
import { READING } from '../../../protocol/reading.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser outline',
  summary: 'List the landmarks and headings of the page',
  effect: 'inspect',
  input: v.object({ session, ...paging }),
  output: v.object({ ...READING.outline.data.entries, ...more }),
  examples: ['helve browser outline -s abc234'],
  run: inService(async () => (await import('../../../read/read.ts')).readRun('outline', 'headings')),
  render: pageRendering(({ landmarks, headings }: Data<'outline'>) =>
    [
      ...landmarks.map(({ role, label }) => (label === undefined ? role : `${role} ${JSON.stringify(label)}`)),
      ...headings.map(({ level, text }) => `${'#'.repeat(level)} ${text}`),
    ].join('\n'),
  ),
});
