import * as v from 'valibot';

export const DIAGNOSIS = v.object({
  /** Whether nothing is wrong; what is off is not. */
  ok: v.boolean(),
  checks: v.array(
    v.object({
      topic: v.string(),
      check: v.string(),
      state: v.picklist(['ok', 'off', 'failed', 'skipped']),
      detail: v.string(),
      hint: v.optional(v.string()),
    }),
  ),
});

const SIGNS = { ok: '✓', off: '–', failed: '✗', skipped: '·' } as const;

type Diagnosis = v.InferOutput<typeof DIAGNOSIS>;

/** A line for each check, below one that failed or is off what to do, and at the end what is wrong. */
export function renderDiagnosis({ checks }: Diagnosis): string {
  const lines = checks.flatMap(({ topic, check, state, detail, hint }) => [
    `${SIGNS[state]} ${topic} ${check}: ${detail}`,
    ...(hint === undefined ? [] : [`  → ${hint}`]),
  ]);
  return [...lines, verdict(checks)].join('\n');
}

function verdict(checks: Diagnosis['checks']): string {
  const named = (wanted: string) =>
    checks.filter(({ state }) => state === wanted).map(({ topic, check }) => `${topic} ${check}`);
  const [failed, off] = [named('failed'), named('off')];
  if (failed.length > 0) return `Something is wrong: ${failed.join(', ')}.`;
  return off.length > 0 ? `Nothing is wrong. Not in use: ${off.join(', ')}.` : 'All is well.';
}
