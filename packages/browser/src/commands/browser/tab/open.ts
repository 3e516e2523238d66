import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { WITH_TITLES } from '../../page-content.ts';
import { readsFile } from '../../../policy/local-file.ts';
import { address, session } from '../../parameters.ts';

export const input = v.object({
  session,
  url: address('URL'),
  browser: v.optional(text('Name of the browser, if several are connected')),
});

export const command = defineCommand({
  path: 'browser tab open',
  summary: 'Open a tab and bind the session to it; creates a session if none is given',
  effect: 'execute',
  subject: readsFile,
  input,
  output: v.object({ session: v.string(), tab: v.string(), bound: v.literal(true), url: v.string() }),
  tool: {
    name: 'BrowserOpen',
    set: 'browser',
    guidance:
      'Opens a page in a tab of your own, in the background. Gives the session that every other call needs; pass it on.',
  },
  examples: ['helve browser tab open --url https://example.com'],
  run: inService(async () => (await import('../../../tab/tabs.ts')).openTab),
  render: WITH_TITLES,
});
