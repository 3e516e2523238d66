import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync } from 'node:fs';
import { type Context, readAtMost, resolvePath, throwIfAborted, toCommandError } from '@helve/command';
import { openRegularFile } from './paths/regular-file.ts';
import type { Input } from '../commands/fs/hash.ts';

const MOST_WITHOUT_SIZE = 64 << 20;

/** Reads the file as a stream, so that its size does not matter. */
export async function hashFile(input: Input, context: Context) {
  const hash = createHash(input.algorithm);
  let bytes = 0;
  const fd = openRegularFile(resolvePath(context.place, input.path), input.path, context);
  try {
    const { size } = fstatSync(fd);
    // Those of the system have no size, and some no end.
    if (size === 0) {
      const content = readAtMost(fd, input.path, MOST_WITHOUT_SIZE);
      closeSync(fd);
      hash.update(content);
      bytes = content.length;
    }
    // To the end that it has now: it may grow all the time.
    for await (const chunk of size === 0 ? [] : createReadStream('', { fd, end: size - 1 })) {
      throwIfAborted(context.signal);
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (thrown) {
    throw toCommandError(thrown, input.path);
  }
  return { path: input.path, algorithm: input.algorithm, hash: hash.digest('hex'), bytes };
}
