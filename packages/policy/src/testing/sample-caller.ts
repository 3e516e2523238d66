import type { Place, Reach } from '@helve/command';
import type { Host } from '@helve/command/host';
import { authorityOf, type Caller, OPEN_POLICY, type PolicyAuthority } from '../authority.ts';

/** The parts of a caller in one object, as tests write them. */
export type FlatCaller = Partial<Place & Reach & Host & { readonly authority: PolicyAuthority }>;

/** A caller of a made-up project who may do anything, unless a test says otherwise. */
export function sampleCaller(flat: FlatCaller = {}): Caller {
  const { cwd = '/project', env = { HOME: '/users/me' }, home = '/state', ...rest } = flat;
  const { authority = authorityOf(OPEN_POLICY), keeper, registry, forward, now, ...reach } = rest;
  return { place: { cwd, env, home }, authority, reach, host: { keeper, registry, forward, now } };
}
