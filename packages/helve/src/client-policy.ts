import { deferredPolicy, type Mode, type Policy } from '@helve/policy';
import type { SettledCaller } from '@helve/assistant';

/** The policy of a client that has approved its calls. A server that is only asked for its tools needs no rules. */
export function clientPolicy(mode: Mode, settle: () => Promise<Pick<SettledCaller, 'authority'>>): Policy {
  return deferredPolicy(mode, async () => (await settle()).authority.policy);
}
