import { defineCommand } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser session unbind',
  summary: 'Leave the tab that a session is bound to',
  effect: 'execute',
  lives: 'home',
  envelope,
  input: v.object({ session }),
  output: v.object({}),
  examples: ['helve browser session unbind -s abc234'],
  run: async () => (await import('../../../session/sessions.ts')).unbindSession,
});
