import { defineCommand, text } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';

export const input = v.object({ browser: v.optional(text('The name of the browser, where there are several')) });

export const command = defineCommand({
  path: 'browser debug ping',
  summary: 'Whether the extension in a browser answers',
  effect: 'inspect',
  lives: 'home',
  envelope,
  input,
  output: v.object({ browser: v.string(), elapsedMs: v.number() }),
  examples: ['helve browser debug ping'],
  run: async () => (await import('../../../debug/ping.ts')).pingBrowser,
});
