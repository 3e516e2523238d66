import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { session, tab } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser tab close',
  summary: 'Close a tab of the session; a tab that a person handed over goes back to them',
  effect: 'execute',
  input: v.object({ session, tab }),
  output: v.object({
    tab: v.string(),
    /** False: a person had handed it over, and has it back. */ closed: v.boolean(),
  }),
  tool: {
    name: 'BrowserCloseTab',
    set: 'browser',
    guidance: 'Closes a tab of the session.',
  },
  examples: ['helve browser tab close -s abc234 --tab t1'],
  run: inService(async () => (await import('../../../tab/tabs.ts')).closeTab),
});
