import type { Confinement, Place, Programs } from '@helve/command';
import type { Policy } from '../policy.ts';
import { compileConfinement } from './compile.ts';
import { withWritable } from './opened.ts';
import { withNetwork } from './widen.ts';

/** The confinement of programs that a caller under this policy starts. */
export function confinementOf({ network, foreign, writes = [] }: Programs, place: Place, policy: Policy): Confinement {
  const compiled = withWritable(compileConfinement(policy, place), writes);
  const confinement: Confinement = policy.sandbox?.setting === 'required' ? { ...compiled, all: true } : compiled;
  // Programs of others have the network, and none of the agents that sign in for the user.
  if (foreign && (network || policy.sandbox?.only === 'foreign')) return { ...confinement, network: 'open' };
  return network ? withNetwork(confinement, place) : confinement;
}
