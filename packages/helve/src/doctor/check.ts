import { type Context, toCommandError } from '@helve/command';

/** One thing that was looked at. */
export interface Check {
  readonly topic: string;
  readonly check: string;
  /** `off`: nobody uses it, and nothing is wrong with that. `skipped`: it cannot be looked at before what comes before it is there. */
  readonly state: 'ok' | 'off' | 'failed' | 'skipped';
  readonly detail: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** What is not in use, and how it would be. */
export interface Off {
  readonly off: string;
  readonly hint: string;
}

/** What a step found; what it throws is what is wrong. */
export type Step = (context: Context) => Promise<string | Off>;

/** Walks steps that each need the one before: after one that failed or is off the rest is skipped. */
export async function walk(
  topic: string,
  steps: Readonly<Record<string, Step>>,
  context: Context,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  let ended: string | undefined;
  for (const [check, step] of Object.entries(steps)) {
    if (ended !== undefined) {
      checks.push({ topic, check, state: 'skipped', detail: `not looked at, because ${ended}` });
      continue;
    }
    try {
      const found = await step(context);
      if (typeof found === 'string') {
        checks.push({ topic, check, state: 'ok', detail: found });
        continue;
      }
      checks.push({ topic, check, state: 'off', detail: found.off, hint: found.hint });
      ended = `${check} is off`;
    } catch (thrown) {
      const { message, hint } = toCommandError(thrown);
      checks.push({ topic, check, state: 'failed', detail: message, ...(hint === undefined ? {} : { hint }) });
      ended = `${check} failed`;
    }
  }
  return checks;
}
