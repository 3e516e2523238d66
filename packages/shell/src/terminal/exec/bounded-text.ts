import { isUtf8 } from 'node:buffer';
import type { HeadAndTail } from './head-and-tail.ts';

/** Characters of a stream that a result holds; of a longer one it holds the beginning and the end. */
export const TEXT_LIMIT = 30_000;

/** Bytes that hold half of that many characters, in any script. */
export const HALF_BYTES = 64 * 1024;

export interface BoundedText {
  readonly text: string;
  /** Bytes left out in the middle. */
  readonly omitted: number;
  /** Not all of what was decoded is UTF-8; wrong bytes are shown as �. */
  readonly binary: boolean;
}

/** What was held of a stream as text, cut between characters; `note` says in its middle what is missing. */
export function boundedText(held: HeadAndTail, note: (omitted: number) => string): BoundedText {
  if (held.isWhole) {
    const bytes = Buffer.concat([held.head(), held.tail()]);
    const text = bytes.toString();
    const binary = isBinary(bytes);
    if (text.length <= TEXT_LIMIT) return { text, omitted: 0, binary };
    const head = text.slice(0, cutBefore(text, TEXT_LIMIT / 2));
    const tail = text.slice(cutAfter(text, text.length - TEXT_LIMIT / 2));
    const omitted = Buffer.byteLength(text.slice(head.length, text.length - tail.length));
    return { text: head + note(omitted) + tail, omitted, binary };
  }
  const headBytes = wholeCharacters(held.head());
  const tailBytes = fromCharacter(held.tail());
  const headText = headBytes.toString();
  const tailText = tailBytes.toString();
  const head = headText.slice(0, cutBefore(headText, TEXT_LIMIT / 2));
  const tail = tailText.slice(cutAfter(tailText, tailText.length - TEXT_LIMIT / 2));
  const binary = isBinary(headBytes) || isBinary(tailBytes);
  const omitted = Math.max(0, held.bytes - Buffer.byteLength(head) - Buffer.byteLength(tail));
  return { text: head + note(omitted) + tail, omitted, binary };
}

function isBinary(bytes: Buffer): boolean {
  return bytes.includes(0) || !isUtf8(bytes);
}

/** Without the last character if its end was cut off. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Without the rest of a character whose beginning was cut off. */
export function fromCharacter(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}

function cutBefore(text: string, index: number): number {
  return isLowSurrogate(text, index) ? index - 1 : Math.min(index, text.length);
}

function cutAfter(text: string, index: number): number {
  return index <= 0 ? 0 : isLowSurrogate(text, index) ? index + 1 : index;
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
