import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { address, session } from '../../parameters.ts';

export const input = v.object({
  session,
  url: address('The address'),
  browser: v.optional(text('The name of the browser, where several are connected')),
});

export const command = defineCommand({
  path: 'browser tab open',
  summary: 'Open a tab for a session, which is made unless given, and bind it to that tab',
  effect: 'execute',
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
});
