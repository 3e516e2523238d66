import { defineCommand } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'service status',
  summary: 'Show whether the service is running, and where',
  effect: 'inspect',
  input: v.object({}),
  output: v.object({
    running: v.boolean(),
    pid: v.optional(v.number()),
    port: v.optional(v.number()),
    version: v.string(),
    protocolVersion: v.number(),
  }),
  examples: ['helve service status'],
  run: async () => (await import('../../service/commands.ts')).status,
});
