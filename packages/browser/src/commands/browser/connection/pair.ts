import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';

export const input = v.object({ name: v.optional(text('Name for the browser')) });

export const command = defineCommand({
  path: 'browser pair',
  summary: 'Show a one-time code to enter in the extension, to pair its browser with this service',
  effect: 'execute',
  input,
  output: v.object({ pairingCode: v.string(), pairingExpiresAt: v.number(), port: v.number() }),
  examples: ['helve browser pair', 'helve browser pair --name work'],
  run: inService(async () => (await import('../../../connection/launch.ts')).pairBrowser),
});
