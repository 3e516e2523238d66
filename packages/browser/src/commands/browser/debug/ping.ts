import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';

export const input = v.object({ browser: v.optional(text('Name of the browser, if there are several')) });

export const command = defineCommand({
  path: 'browser debug ping',
  summary: 'Check whether the extension in a browser responds',
  effect: 'inspect',
  input,
  output: v.object({ browser: v.string(), elapsedMs: v.number() }),
  examples: ['helve browser debug ping'],
  run: inService(async () => (await import('../../../debug/ping.ts')).pingBrowser),
});
