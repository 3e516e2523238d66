import { type Confinement, realPath } from '@helve/command';

/** The confinement of a call that is made to change these paths, also where they are guarded. */
export function withWritable(granted: Confinement, paths: readonly string[]): Confinement {
  if (paths.length === 0) return granted;
  const opened = new Set(paths.map(realPath));
  return {
    ...granted,
    writable: [...granted.writable, ...paths],
    guarded: granted.guarded.filter((path) => !opened.has(realPath(path))),
  };
}
