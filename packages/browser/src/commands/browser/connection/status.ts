import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { anySession } from '../../parameters.ts';
import { STATUS } from '../../status-output.ts';

export const command = defineCommand({
  path: 'browser status',
  summary: 'The browsers, sessions and tabs there are',
  effect: 'inspect',
  input: v.object({ session: anySession }),
  output: STATUS,
  tool: {
    name: 'BrowserStatus',
    set: 'browser',
    guidance: 'The browsers, sessions and tabs there are.',
    only: [],
  },
  examples: ['helve browser status'],
  run: inService(async () => (await import('../../../connection/status.ts')).showStatus),
});
