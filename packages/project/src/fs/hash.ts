import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Context, resolvePath, throwIfAborted, toCommandError } from '@helve/command';
import { openRegularFile } from './paths/regular-file.ts';
import type { Input } from '../commands/fs/hash.ts';

/** Reads the file as a stream, so that its size does not matter. */
export async function hashFile(input: Input, context: Context) {
  const hash = createHash(input.algorithm);
  let bytes = 0;
  const fd = openRegularFile(resolvePath(context.place, input.path), input.path);
  try {
    for await (const chunk of createReadStream('', { fd })) {
      throwIfAborted(context.signal);
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (thrown) {
    throw toCommandError(thrown, input.path);
  }
  return { path: input.path, algorithm: input.algorithm, hash: hash.digest('hex'), bytes };
}
