import { defineCommand, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { session } from '../parameters.ts';

export const command = defineCommand({
  path: 'browser debug audit',
  summary: 'What agents did in browsers, what decided whether they might, and what people did about it',
  effect: 'inspect',
  input: v.object({ session, limit: v.optional(integer('How many', { min: 1, max: 1_000 }), 50) }),
  output: v.object({
    entries: v.array(
      v.object({
        at: v.string(),
        event: v.string(),
        browser: v.string(),
        id: v.optional(v.string()),
        session: v.optional(v.string()),
        label: v.optional(v.string()),
        action: v.optional(v.string()),
        kind: v.optional(v.string()),
        origin: v.optional(v.string()),
        verdict: v.optional(v.string()),
        rule: v.optional(v.string()),
        answer: v.optional(v.string()),
        ok: v.optional(v.boolean()),
        code: v.optional(v.string()),
        elapsedMs: v.optional(v.number()),
      }),
    ),
  }),
  examples: ['helve browser debug audit --limit 20'],
  run: inService(async () => (await import('../../status/status.ts')).showAudit),
});
