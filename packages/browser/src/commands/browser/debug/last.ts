import { defineCommand, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { anySession } from '../../parameters.ts';

export const input = v.object({
  session: anySession,
  count: v.optional(integer('Number of entries', { min: 1, max: 200 }), 20),
});

/** What the relay remembers of a request; never its content or its answer. */
export const REQUEST = v.object({
  id: v.string(),
  action: v.string(),
  session: v.string(),
  receivedAt: v.number(),
  elapsedMs: v.number(),
  ok: v.boolean(),
  errorCode: v.optional(v.string()),
  replayed: v.optional(v.literal(true)),
});

export const command = defineCommand({
  path: 'browser debug last',
  summary: 'Show the latest requests that went through the service',
  effect: 'inspect',
  input,
  output: v.object({ requests: v.array(REQUEST) }),
  examples: ['helve browser debug last --count 5'],
  run: inService(async () => (await import('../../../debug/records.ts')).showLast),
});
