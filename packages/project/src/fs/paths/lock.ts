const tails = new Map<string, Promise<undefined>>();

/** Runs the work once all earlier work on the same path in this process is over. */
export async function withLock<Value>(realPath: string, work: () => Promise<Value>): Promise<Value> {
  const run = (tails.get(realPath) ?? Promise.resolve(undefined)).then(work);
  const tail = run.then(
    () => undefined,
    () => undefined,
  );
  tails.set(realPath, tail);
  try {
    return await run;
  } finally {
    if (tails.get(realPath) === tail) tails.delete(realPath);
  }
}

/** The same for several paths, taken in one order by all, so that no two wait for each other. */
export async function withLocks<Value>(realPaths: Iterable<string>, work: () => Promise<Value>): Promise<Value> {
  let locked = work;
  for (const path of [...new Set(realPaths)].sort().toReversed()) {
    const inner = locked;
    locked = () => withLock(path, inner);
  }
  return locked();
}
