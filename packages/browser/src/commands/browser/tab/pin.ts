import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { session, tab } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser tab pin',
  summary: 'Pin a tab of the session',
  effect: 'execute',
  input: v.object({ session, tab }),
  output: v.object({ tab: v.string(), pinned: v.literal(true) }),
  examples: ['helve browser tab pin -s abc234 --tab t1'],
  run: inService(async () => (await import('../../../tab/tabs.ts')).pinTab),
});
