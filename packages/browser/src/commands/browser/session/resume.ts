import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser session resume',
  summary: 'Resume a session that was paused for a person',
  effect: 'execute',
  input: v.object({ session }),
  output: v.object({ session: v.string() }),
  examples: ['helve browser session resume -s abc234'],
  run: inService(async () => (await import('../../../session/sessions.ts')).resumeSession),
});
