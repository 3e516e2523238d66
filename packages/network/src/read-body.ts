import { CommandError } from '@helve/command';
import type { Reply } from './request.ts';

/** The most that is held of one answer, unpacked. */
export const MOST_BYTES = 10 * 1024 * 1024;

/** All of an answer, if it is not too much. */
export async function readBody(reply: Reply, what: string, most = MOST_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply.body) {
    size += chunk.length;
    if (size > most) throw tooLarge(what, most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The beginning of an answer, for messages; what follows is not read, and trouble on the way is not told. */
export async function readBeginning(reply: Reply, most = 4096): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of reply.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {
    // An error page that breaks off is still the error page.
  }
  return Buffer.concat(chunks).subarray(0, most);
}

export function tooLarge(what: string, most = MOST_BYTES): CommandError {
  return new CommandError('TOO_LARGE', `${what}: the answer is larger than ${Math.floor(most / 1024 / 1024)} MB`, {
    hint: 'Ask for less: a page, a filter or fewer fields, if the tool has such parameters.',
    details: { limitBytes: most },
  });
}
