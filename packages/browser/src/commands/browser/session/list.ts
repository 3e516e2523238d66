import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { anySession } from '../../parameters.ts';
import { SESSION_INFO } from '../../status-output.ts';

export const command = defineCommand({
  path: 'browser session list',
  summary: 'List sessions',
  effect: 'inspect',
  input: v.object({ session: anySession }),
  output: v.object({ sessions: v.array(SESSION_INFO) }),
  examples: ['helve browser session list'],
  run: inService(async () => (await import('../../../session/sessions.ts')).listSessions),
});
