import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { session, tab } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser tab close',
  summary: 'Close a tab of the session',
  effect: 'execute',
  input: v.object({ session, tab }),
  output: v.object({ tab: v.string(), closed: v.literal(true) }),
  tool: {
    name: 'BrowserCloseTab',
    set: 'browser',
    guidance: 'Closes a tab of the session.',
  },
  examples: ['helve browser tab close -s abc234 --tab t1'],
  run: inService(async () => (await import('../../../tab/tabs.ts')).closeTab),
});
