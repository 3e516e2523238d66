import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { WITH_TITLES } from '../../page-content.ts';
import { session } from '../../parameters.ts';
import { TAB_INFO } from '../../status-output.ts';

export const command = defineCommand({
  path: 'browser tab list',
  summary: 'List the tabs of a session',
  effect: 'inspect',
  input: v.object({ session }),
  output: v.object({ session: v.string(), tabs: v.array(TAB_INFO) }),
  tool: {
    name: 'BrowserTabs',
    set: 'browser',
    guidance: 'The tabs of a session, also those that its pages have opened. Calls go to the bound one.',
  },
  examples: ['helve browser tab list -s abc234'],
  run: inService(async () => (await import('../../../tab/tabs.ts')).listTabs),
  render: WITH_TITLES,
});
