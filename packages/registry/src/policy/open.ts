import type { Policy } from './policy.ts';

/** Lets everything through: for tests and for callers who have decided already. */
export const OPEN_POLICY: Policy = {
  mode: 'bypassPermissions',
  judge: () => ({
    verdict: 'allow',
    rule: 'mode bypassPermissions',
    source: 'the caller',
    reason: 'everything is allowed',
  }),
  permits: () => true,
};
