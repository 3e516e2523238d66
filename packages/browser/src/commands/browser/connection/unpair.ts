import { defineCommand, text } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';

export const input = v.object({ name: text('Under which the browser is known') });

export const command = defineCommand({
  path: 'browser unpair',
  summary: 'Let a browser connect no more: its token is void, and sessions with tabs in it are over',
  effect: 'execute',
  lives: 'home',
  envelope,
  input,
  output: v.object({ name: v.string(), unpaired: v.literal(true) }),
  examples: ['helve browser unpair --name work'],
  run: async () => (await import('../../../connection/launch.ts')).unpairBrowser,
});
