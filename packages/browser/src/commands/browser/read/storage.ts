import { choice, defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { STORAGE_AREAS, STORED } from '../../../protocol/inspecting.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';
import { approvesReveal, reveal } from '../../reveal.ts';

export const input = v.object({
  session,
  area: v.optional(choice(STORAGE_AREAS, 'localStorage or sessionStorage'), 'local'),
  ...paging,
  reveal,
});

const output = v.object({ entries: v.array(STORED), ...more });

export const command = defineCommand({
  path: 'browser storage',
  summary: 'List what the page has in localStorage or sessionStorage; secrets are masked',
  effect: 'inspect',
  approves: approvesReveal,
  input,
  output,
  examples: ['helve browser storage -s abc234', 'helve browser storage -s abc234 --area session'],
  run: inService(async () => (await import('../../../read/stored.ts')).readStorage),
  render: pageRendering(({ entries }: v.InferOutput<typeof output>) =>
    entries.map(({ key, value }) => `${key}: ${value}`).join('\n'),
  ),
});
