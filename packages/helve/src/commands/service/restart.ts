import { defineCommand, integer } from '@helve/registry';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'service restart',
  summary: 'Stop the service and start it anew',
  effect: 'execute',
  input: v.object({
    port: v.optional(
      integer('The port on 127.0.0.1; 0 for any. Unless given: as before, or the first that is free from 9615 on', {
        min: 0,
        max: 65535,
      }),
    ),
  }),
  output: v.object({
    running: v.literal(true),
    pid: v.number(),
    port: v.number(),
    pairingCode: v.string(),
    pairingExpiresAt: v.number(),
  }),
  bare: true,
  examples: ['helve service restart', 'helve service restart --port 0'],
  run: async () => (await import('../../service/commands.ts')).restart,
});
