import { defineCommand, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { anySession } from '../parameters.ts';

export const command = defineCommand({
  path: 'browser debug last',
  summary: 'The last requests that went through the service',
  effect: 'inspect',
  input: v.object({ session: anySession, count: v.optional(integer('How many', { min: 1, max: 200 }), 20) }),
  output: v.object({
    requests: v.array(
      v.object({
        id: v.string(),
        action: v.string(),
        session: v.string(),
        receivedAt: v.number(),
        elapsedMs: v.number(),
        ok: v.boolean(),
        errorCode: v.optional(v.string()),
        replayed: v.optional(v.literal(true)),
      }),
    ),
  }),
  examples: ['helve browser debug last --count 5'],
  run: inService(async () => (await import('../../status/status.ts')).showLast),
});
