import { defineCommand } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser session close',
  summary: 'Close the tabs of a session, and the session',
  effect: 'execute',
  lives: 'home',
  envelope,
  input: v.object({ session }),
  output: v.object({ session: v.string(), closedTabs: v.array(v.string()) }),
  examples: ['helve browser session close -s abc234'],
  run: async () => (await import('../../../session/sessions.ts')).closeSession,
});
