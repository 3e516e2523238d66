import type { Confinement, Place, Programs } from '@helve/command';
import type { Call, Grant } from '@helve/command/host';
import type { Policy } from './policy.ts';
import { confines } from './sandbox.ts';

/** The grant of a call whose programs run in the sandbox. */
export async function grantConfined({ subject, place }: Call, policy: Policy): Promise<Grant> {
  return { confinement: await confinementOf(subject.programs ?? {}, place, policy) };
}

/** The grant of a call that starts programs, under a policy that allows everything. */
export async function grantOpen(call: Call, policy: Policy): Promise<Grant> {
  const { programs = {} } = call.subject;
  return (programs.sandbox ?? (await confines(policy.sandbox, programs))) ? grantConfined(call, policy) : {};
}

/** The confinement of programs that start outside of any call; undefined where the policy confines none. */
export async function confinementUnder(
  policy: Policy,
  place: Place,
  programs: Programs,
): Promise<Confinement | undefined> {
  await policy.ready?.();
  return (await confines(policy.sandbox, programs)) ? confinementOf(programs, place, policy) : undefined;
}

async function confinementOf(programs: Programs, place: Place, policy: Policy): Promise<Confinement> {
  return (await import('./confinement/of-programs.ts')).confinementOf(programs, place, policy);
}
