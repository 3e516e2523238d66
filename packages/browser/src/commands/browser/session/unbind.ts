import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser session unbind',
  summary: 'Unbind a session from its tab',
  effect: 'execute',
  input: v.object({ session }),
  output: v.object({}),
  examples: ['helve browser session unbind -s abc234'],
  run: inService(async () => (await import('../../../session/sessions.ts')).unbindSession),
});
