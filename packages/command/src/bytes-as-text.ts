/**
 * A byte that is not UTF-8 is two halves of surrogate pairs in a text. Text that was cut in the middle of a character has
 * only one half, and is never taken for a byte.
 */
const LEAD = '\udfff';
const ESCAPED = /\u{DFFF}([\u{DC80}-\u{DCFF}])/u;

/** Bytes as a text that has all of them, whatever their encoding. Bytes that are UTF-8 are that text. */
export function bytesToText(bytes: Buffer): string {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      pieces.push(bytes.toString('utf8', start, at), LEAD, String.fromCharCode(0xdc00 + (bytes[at] ?? 0)));
      start = at + 1;
    }
    at += length || 1;
  }
  return pieces.join('') + bytes.toString('utf8', start);
}

/** The bytes of such a text; `encode` encodes the parts of it that are UTF-8. */
export function textToBytes(text: string, encode: (part: string) => Buffer): Buffer {
  const parts = text.split(ESCAPED);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 0 ? encode(part) : Buffer.from([part.charCodeAt(0) - 0xdc00]))),
  );
}

/** Whether a text has bytes that are not UTF-8. */
export function hasBytes(text: string): boolean {
  return ESCAPED.test(text);
}

/** The least and the greatest second byte of a character, by its first byte, where they are not 80 and BF. */
const SECOND: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};

/** How many bytes the UTF-8 character has that starts there; 0: none does. */
function characterLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let index = 1; index < length; index++) {
    const [least, most] = (index === 1 && SECOND[first]) || [0x80, 0xbf];
    const byte = bytes[at + index] ?? 0;
    if (byte < least || byte > most) return 0;
  }
  return length;
}
