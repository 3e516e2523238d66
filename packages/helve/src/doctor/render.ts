import * as v from 'valibot';

export const DIAGNOSIS = v.object({
  /** Whether nothing is wrong. */
  ok: v.boolean(),
  checks: v.array(
    v.object({
      topic: v.string(),
      check: v.string(),
      state: v.picklist(['ok', 'failed', 'skipped']),
      detail: v.string(),
      hint: v.optional(v.string()),
    }),
  ),
});

const SIGNS = { ok: '✓', failed: '✗', skipped: '·' } as const;

/** A line for each check, and below one that failed what to do. */
export function renderDiagnosis({ ok, checks }: v.InferOutput<typeof DIAGNOSIS>): string {
  const lines = checks.flatMap(({ topic, check, state, detail, hint }) => [
    `${SIGNS[state]} ${topic} ${check}: ${detail}`,
    ...(hint === undefined ? [] : [`  → ${hint}`]),
  ]);
  return [...lines, ok ? 'All is well.' : 'Something is wrong.'].join('\n');
}
