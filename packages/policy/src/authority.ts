import type { Authority, CallerWith } from '@helve/command/host';
import type { Ask, Policy } from './policy.ts';
import type { Sandbox } from './sandbox.ts';

/** The authority of a caller under a policy, with a way to ask a person. */
export interface PolicyAuthority extends Authority {
  readonly policy: Policy;
  /** Puts a question to a person; where it is absent, "ask" means deny. */
  readonly ask: Ask | undefined;
  /** The calls are a model's: it cannot approve anything in the name of a person. */
  readonly model: boolean;
}

/** Who calls, under a policy. */
export type Caller = CallerWith<PolicyAuthority>;

export function authorityOf(policy: Policy, ask?: Ask, model = false): PolicyAuthority {
  return {
    policy,
    ask,
    model,
    authorise: async (call) => {
      const approval = model && call.command.approves?.(call.input) === true;
      // An open policy allows everything: nothing has to be loaded to ask it.
      await policy.ready?.();
      if (!policy.open || approval)
        return (await import('./authorise.ts')).authorise(call, policy, ask, { approval, model });
      return call.subject.programs ? (await import('./grant.ts')).grantOpen(call, policy) : {};
    },
    started: (name) => {
      if (model) startedByModels.add(name);
    },
    widen: async (call, granted, needs) =>
      (await import('./confinement/widen.ts')).widen({ call, granted, needs, policy, ask }),
    verdict: async (command, path, access) =>
      policy.open ? 'allow' : (await import('./limits.ts')).verdictOn(policy, command.path, path, access),
    limits: () => writeLimits(policy),
    confinement: async (place, programs = {}) => (await import('./grant.ts')).confinementUnder(policy, place, programs),
  };
}

/** The part of a policy that decides about paths, as text: see `readLimits`. */
function writeLimits({ basis }: Policy): string | undefined {
  if (!basis) return undefined;
  const { sandbox: _, guarded: __, ...limits } = basis;
  return JSON.stringify(limits);
}

/** What models have started in this process and may end without a question. */
const startedByModels = new Set<string>();

/** Whether a model of this process has started something. */
export function isOwn(name: string): boolean {
  return startedByModels.has(name);
}

/** Lets everything through, for a caller who has decided already; `source` says who that is. */
export function openPolicy(source: string, sandbox?: Sandbox): Policy {
  return {
    mode: 'bypassPermissions',
    open: true,
    sandbox,
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
