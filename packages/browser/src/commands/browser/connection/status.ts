import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { WITH_TITLES } from '../../page-content.ts';
import { anySession } from '../../parameters.ts';
import { STATUS } from '../../status-output.ts';

export const command = defineCommand({
  path: 'browser status',
  summary: 'List browsers, sessions and tabs',
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
  render: WITH_TITLES,
});
