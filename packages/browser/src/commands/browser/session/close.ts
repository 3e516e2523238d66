import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser session close',
  summary: 'Close a session and its tabs',
  effect: 'execute',
  input: v.object({ session }),
  output: v.object({ session: v.string(), closedTabs: v.array(v.string()) }),
  examples: ['helve browser session close -s abc234'],
  run: inService(async () => (await import('../../../session/sessions.ts')).closeSession),
});
