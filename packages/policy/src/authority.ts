import type { Authority, Call, CallerWith } from '@helve/command/host';
import type { Ask, Policy, Question } from './policy.ts';

/** The authority of a caller under a policy, with a way to ask a person. */
export interface PolicyAuthority extends Authority {
  readonly policy: Policy;
  /** Puts a question to a person; where it is absent, "ask" means deny. */
  readonly ask: Ask | undefined;
}

/** Who calls, under a policy. */
export type Caller = CallerWith<PolicyAuthority>;

export function authorityOf(policy: Policy, ask?: Ask): PolicyAuthority {
  return {
    policy,
    ask,
    authorise: async (call) => {
      // An open policy allows everything: nothing has to be loaded to ask it.
      if (!policy.open) await authorise(call, policy, ask);
    },
    permits: (command, path, access) => policy.permits(command.path, path, access),
    confinement: async (place) => (await import('./confinement/compile.ts')).compileConfinement(policy, place),
  };
}

/** The caller with another policy, or with another way to ask. */
export function under<Who extends Caller>(
  caller: Who,
  { policy = caller.authority.policy, ...change }: { readonly policy?: Policy; readonly ask?: Ask | undefined },
): Who {
  return { ...caller, authority: authorityOf(policy, 'ask' in change ? change.ask : caller.authority.ask) };
}

/** Makes the diff that the command declares for such a call. */
function previewOf({ command: { preview }, input, place }: Call): Question['preview'] {
  return preview && (async () => (await preview())(input, place));
}

async function authorise(call: Call, policy: Policy, ask: Ask | undefined): Promise<void> {
  const { judgeCall } = await import('./judge-call.ts');
  const { request, decision } = await judgeCall(call, policy);
  if (decision.verdict === 'allow') return;
  const { denied } = await import('./denied.ts');
  if (decision.verdict === 'ask' && ask) {
    const answer = await ask({ ...request, input: call.input, decision, preview: previewOf(call) });
    if (answer.allow) return;
    throw denied(call.command, decision, answer.reason ?? 'the user said no');
  }
  throw denied(
    call.command,
    decision,
    decision.verdict === 'ask' ? 'it must be asked, and there is nobody to ask' : decision.reason,
  );
}

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
