import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { address, session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser navigate',
  summary: 'Go to an address in the tab, and wait until it has loaded',
  effect: 'execute',
  input: v.object({ session, url: address('The address') }),
  output: ACTING.navigate.data,
  tool: {
    name: 'BrowserNavigate',
    set: 'browser',
    guidance: 'Goes to an address in the tab and waits until it has loaded.',
  },
  examples: ['helve browser navigate -s abc234 --url https://example.com'],
  run: inService(async () => (await import('../../../perform.ts')).pageRun('navigate')),
  render: { brief: ({ url, title }) => `${title} (${url})` },
});
