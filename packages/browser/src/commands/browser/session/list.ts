import { defineCommand } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { anySession } from '../../parameters.ts';
import { SESSION_INFO } from '../../status-output.ts';

export const command = defineCommand({
  path: 'browser session list',
  summary: 'The sessions there are',
  effect: 'inspect',
  lives: 'home',
  envelope,
  input: v.object({ session: anySession }),
  output: v.object({ sessions: v.array(SESSION_INFO) }),
  examples: ['helve browser session list'],
  run: async () => (await import('../../../session/sessions.ts')).listSessions,
});
