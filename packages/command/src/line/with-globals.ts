import type { Authority } from '../authority.ts';
import type { CallerWith } from '../caller.ts';
import { resolvePath } from '../paths.ts';
import type { Globals } from './globals.ts';

/** The caller, in the folder and with the time limit that a line itself asks for. */
export function withGlobals<Caller extends CallerWith<Authority>>(caller: Caller, { cwd, timeout }: Globals): Caller {
  return {
    ...caller,
    ...(cwd === undefined ? {} : { place: { ...caller.place, cwd: resolvePath(caller.place, cwd) } }),
    ...(timeout === undefined ? {} : { reach: { ...caller.reach, timeout } }),
  };
}
