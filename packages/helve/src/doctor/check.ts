import { type Context, toCommandError } from '@helve/registry';

/** One thing that was looked at. */
export interface Check {
  readonly topic: string;
  readonly check: string;
  /** `skipped`: it cannot be looked at before what failed is mended. */
  readonly state: 'ok' | 'failed' | 'skipped';
  readonly detail: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** What a step found; what it throws is what is wrong. */
export type Step = (context: Context) => Promise<string>;

/** Walks steps that each need the one before: after one that failed the rest is skipped. */
export async function walk(
  topic: string,
  steps: Readonly<Record<string, Step>>,
  context: Context,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  let failed: string | undefined;
  for (const [check, step] of Object.entries(steps)) {
    if (failed !== undefined) {
      checks.push({ topic, check, state: 'skipped', detail: `not looked at, because ${failed} failed` });
      continue;
    }
    try {
      checks.push({ topic, check, state: 'ok', detail: await step(context) });
    } catch (thrown) {
      const { message, hint } = toCommandError(thrown);
      checks.push({ topic, check, state: 'failed', detail: message, ...(hint === undefined ? {} : { hint }) });
      failed = check;
    }
  }
  return checks;
}
