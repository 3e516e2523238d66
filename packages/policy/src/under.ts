import { authorityOf, type Caller } from './authority.ts';
import { withSandbox } from './inherited-sandbox.ts';
import type { Ask, Policy } from './policy.ts';

/** The caller with another policy, or with another way to ask. */
export function under<Who extends Caller>(
  caller: Who,
  { policy = caller.authority.policy, ...change }: { readonly policy?: Policy; readonly ask?: Ask | undefined },
): Who {
  const { ask, model } = caller.authority;
  const place = { ...caller.place, env: withSandbox(caller.place.env, policy.sandbox) };
  return { ...caller, place, authority: authorityOf(policy, 'ask' in change ? change.ask : ask, model) };
}
