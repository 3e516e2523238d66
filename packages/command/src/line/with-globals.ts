import { resolvePath } from '../paths.ts';
import type { Authority } from '../authority.ts';
import type { CallerWith } from '../caller.ts';
import type { Globals } from './globals.ts';

/** The caller, in the folder and with the time limit that a line itself asks for. */
export function withGlobals<Caller extends CallerWith<Authority>>(caller: Caller, globals: Globals): Caller {
  return {
    ...caller,
    ...(globals.cwd === undefined ? {} : { cwd: resolvePath(caller, globals.cwd) }),
    ...(globals.timeout === undefined ? {} : { timeout: globals.timeout }),
  };
}
