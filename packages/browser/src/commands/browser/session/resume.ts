import { defineCommand } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser session resume',
  summary: 'Go on with a session that waited for a person',
  effect: 'execute',
  lives: 'home',
  envelope,
  input: v.object({ session }),
  output: v.object({ session: v.string() }),
  examples: ['helve browser session resume -s abc234'],
  run: async () => (await import('../../../session/sessions.ts')).resumeSession,
});
