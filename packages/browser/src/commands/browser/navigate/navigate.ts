import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { readsFile } from '../../../policy/local-file.ts';
import { address, session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser navigate',
  summary: 'Open a URL in the tab and wait until it has loaded; without a session, in the default session',
  effect: 'execute',
  subject: readsFile,
  input: v.object({ session, url: address('URL') }),
  output: ACTING.navigate.data,
  tool: {
    name: 'BrowserNavigate',
    set: 'browser',
    guidance: 'Goes to an address in the tab and waits until it has loaded.',
  },
  examples: [
    'helve browser navigate -s abc234 --url https://example.com',
    'helve browser navigate --url https://example.com',
  ],
  run: inService(async () => (await import('../../../navigate/navigate.ts')).navigate),
  render: { brief: ({ url, title }) => `${title} (${url})` },
});
