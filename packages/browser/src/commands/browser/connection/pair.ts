import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';

export const input = v.object({ name: v.optional(text('What the browser shall be called')) });

export const command = defineCommand({
  path: 'browser pair',
  summary: 'A code to type into the extension, once, so that this service may use the browser it is in',
  effect: 'execute',
  input,
  output: v.object({ pairingCode: v.string(), pairingExpiresAt: v.number(), port: v.number() }),
  examples: ['helve browser pair', 'helve browser pair --name work'],
  run: inService(async () => (await import('../../../connection/launch.ts')).pairBrowser),
});
