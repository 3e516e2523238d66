import type { Policy } from './policy.ts';

/** Lets everything through, for a caller who has decided already; `source` says who that is. */
export function openPolicy(source: string): Policy {
  return {
    mode: 'bypassPermissions',
    open: true,
    judge: () => ({
      verdict: 'allow',
      rule: 'mode bypassPermissions',
      source,
      reason: 'nothing is asked in this mode',
    }),
    permits: () => true,
  };
}

export const OPEN_POLICY = openPolicy('the caller');
