import type { Run } from '@helve/command';
import { ASSISTANT_STEPS } from './assistant.ts';
import { BROWSER_STEPS } from './browser.ts';
import { type Check, type Step, walk } from './check.ts';
import { MACHINE_STEPS } from './machine.ts';
import { SANDBOX_STEPS } from './sandbox.ts';

/** Everything that can be looked at, by topic. */
const TOPICS: Readonly<Record<string, Readonly<Record<string, Step>>>> = {
  machine: MACHINE_STEPS,
  sandbox: SANDBOX_STEPS,
  assistant: ASSISTANT_STEPS,
  browser: BROWSER_STEPS,
};

interface Diagnosis {
  readonly ok: boolean;
  readonly checks: Check[];
}

/** Looks at one topic, or at all there are. */
export function diagnose(topic?: string): Run<object, Diagnosis> {
  return async (_, context) => {
    const checks: Check[] = [];
    for (const [name, steps] of Object.entries(TOPICS)) {
      if (topic === undefined || topic === name) checks.push(...(await walk(name, steps, context)));
    }
    return { ok: checks.every(({ state }) => state !== 'failed'), checks };
  };
}
