import { isUtf8 } from 'node:buffer';
import { CommandError, parameter, worded } from '@helve/command';
import { binaryType } from './media-type.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/** The encoding that a byte order mark at the start of a file tells, and the mark's length. */
export function byteOrderMark(head: Buffer): { readonly encoding: TextEncoding; readonly length: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

export interface Decoding {
  readonly shown: string;
  readonly encoding: TextEncoding;
  /** The start of the file, which tells what binary data is. */
  readonly head: Buffer;
  /** Where in the file the bytes stand. */
  readonly at: number;
}

/** Text from bytes without a byte order mark; throws BINARY or INVALID_ENCODING where they are no such text. */
export function decode(bytes: Buffer, { shown, encoding, head, at }: Decoding): string {
  if (encoding === 'latin1') return bytes.toString('latin1');
  if (encoding !== 'utf-8') {
    // Node's latin1, unlike TextDecoder's, is the real one; its TextDecoder does know both orders of UTF-16.
    return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  }
  if (bytes.includes(0)) throw binary(shown, head);
  if (isUtf8(bytes)) return bytes.toString();
  if (binaryType(head).name !== 'binary data') throw binary(shown, head);
  const offset = at + invalidUtf8At(bytes);
  throw new CommandError('INVALID_ENCODING', `${shown} is not valid UTF-8 at byte ${offset}`, {
    hint: worded`Read it with ${parameter('encoding')} latin1 if it is text in an old encoding, or ${parameter('encoding')} base64 for its bytes.`,
    details: { path: shown, offset },
  });
}

export function binary(shown: string, head: Buffer): CommandError {
  const { mediaType, name } = binaryType(head);
  return new CommandError('BINARY', `${shown} is ${name}, not text`, {
    hint: `Read its bytes with: helve fs read --path ${shown} --encoding base64`,
    details: { path: shown, mediaType },
  });
}

/** The index of the first byte that begins no valid character. */
function invalidUtf8At(bytes: Buffer): number {
  let index = 0;
  while (index < bytes.length) {
    const first = bytes[index] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (!isUtf8(bytes.subarray(index, index + length))) return index;
    index += length;
  }
  return index;
}
