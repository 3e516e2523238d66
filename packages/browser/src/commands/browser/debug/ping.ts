import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';

export const input = v.object({ browser: v.optional(text('The name of the browser, where there are several')) });

export const command = defineCommand({
  path: 'browser debug ping',
  summary: 'Whether the extension in a browser answers',
  effect: 'inspect',
  input,
  output: v.object({ browser: v.string(), elapsedMs: v.number() }),
  examples: ['helve browser debug ping'],
  run: inService(async () => (await import('../../../debug/ping.ts')).pingBrowser),
});
