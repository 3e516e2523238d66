import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { session, tab } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser tab unpin',
  summary: 'Unpin a tab of the session',
  effect: 'execute',
  input: v.object({ session, tab }),
  output: v.object({ tab: v.string(), pinned: v.literal(false) }),
  examples: ['helve browser tab unpin -s abc234 --tab t1'],
  run: inService(async () => (await import('../../../tab/tabs.ts')).unpinTab),
});
