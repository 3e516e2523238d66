import { delimiter } from 'node:path';

/** The environment of programs that helve starts for itself: with none of ours, they do not look like part of a run around us. */
export function ownEnvironment(path: string | undefined): { readonly PATH: string } {
  return { PATH: ['/usr/bin', '/bin', ...(path === undefined ? [] : [path])].join(delimiter) };
}
