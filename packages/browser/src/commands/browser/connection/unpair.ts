import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';

export const input = v.object({ name: text('Under which the browser is known') });

export const command = defineCommand({
  path: 'browser unpair',
  summary: 'Let a browser connect no more: its token is void, and sessions with tabs in it are over',
  effect: 'execute',
  input,
  output: v.object({ name: v.string(), unpaired: v.literal(true) }),
  examples: ['helve browser unpair --name work'],
  run: inService(async () => (await import('../../../connection/launch.ts')).unpairBrowser),
});
