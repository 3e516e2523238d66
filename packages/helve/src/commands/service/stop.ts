import { defineCommand } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'service stop',
  summary: 'Stop the service, with its sessions and connections',
  effect: 'execute',
  input: v.object({}),
  output: v.object({ running: v.literal(false) }),
  examples: ['helve service stop'],
  run: async () => (await import('../../service/commands.ts')).stop,
});
