import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { anySession } from '../../parameters.ts';
import { STATUS } from '../../status-output.ts';

export const command = defineCommand({
  path: 'browser debug status',
  summary: 'The browsers, sessions and tabs there are',
  effect: 'inspect',
  input: v.object({ session: anySession }),
  output: STATUS,
  examples: ['helve browser debug status'],
  run: inService(async () => (await import('../../../connection/status.ts')).showStatus),
});
