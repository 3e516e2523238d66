import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { anySession } from '../../parameters.ts';
import { SESSION_INFO } from '../../status-output.ts';

export const input = v.object({ session: anySession, label: v.optional(text('Label shown to people')) });

export const command = defineCommand({
  path: 'browser session create',
  summary: 'Create a session with its own tabs',
  effect: 'execute',
  input,
  output: SESSION_INFO,
  examples: ['helve browser session create --label research'],
  run: inService(async () => (await import('../../../session/sessions.ts')).createSession),
});
