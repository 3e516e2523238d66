import type { Access } from '@helve/command';
import type { Policy, PolicySettings, Verdict } from './policy.ts';

/** What a policy decides about a path that a command found by itself, and only looks at. */
export async function verdictOn(policy: Policy, command: string, path: string, access: Access): Promise<Verdict> {
  await policy.ready?.();
  return policy.judge({ command, effect: 'inspect', touches: [{ path, access }] }).verdict;
}

/** The policy of a caller in another process of ours, as far as it decides about paths. */
export async function readLimits(text: string): Promise<Policy> {
  const { createPolicy } = await import('./create.ts');
  return createPolicy(JSON.parse(text) as PolicySettings);
}
