import { defineCommand, inService, integer } from '@helve/command';
import * as v from 'valibot';
import { session } from '../../parameters.ts';

export const input = v.object({ session, limit: v.optional(integer('Number of entries', { min: 1, max: 1_000 }), 50) });

/** One line of the audit log: who did what where, and what decided. Never what a page holds or what is written into it. */
export const AUDIT_ENTRY = v.object({
  at: v.string(),
  /** What an agent did (`action`), where else a rule let it in or not (`judge`), or what the person did. */
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
  /** The person's answer, where the policy asked them. */
  answer: v.optional(v.string()),
  ok: v.optional(v.boolean()),
  code: v.optional(v.string()),
  elapsedMs: v.optional(v.number()),
});

export const command = defineCommand({
  path: 'browser debug audit',
  summary: 'Show the audit log: actions of agents, the rules that decided, and what people did',
  effect: 'inspect',
  input,
  output: v.object({ entries: v.array(AUDIT_ENTRY) }),
  examples: ['helve browser debug audit --limit 20'],
  run: inService(async () => (await import('../../../debug/records.ts')).showAudit),
});
