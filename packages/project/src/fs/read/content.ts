import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path';
import { call, CommandError, parameter, worded } from '@helve/command';

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
    hint: worded`Read its bytes with: ${call('fs read', { path: shown, encoding: 'base64' })}`,
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

/** How a kind of file begins: bytes in latin1 at an offset. */
type Magic = readonly [mediaType: string, name: string, start: string, offset?: number];

const SHOWN: readonly Magic[] = [
  ['image/png', 'a PNG image', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 'a JPEG image', '\xff\xd8\xff'],
  ['image/gif', 'a GIF image', 'GIF89a'],
  ['image/gif', 'a GIF image', 'GIF87a'],
  ['image/webp', 'a WebP image', 'WEBPVP8', 8],
  ['image/bmp', 'a BMP image', '\0\0\0\0', 6],
  ['application/pdf', 'a PDF document', '%PDF-'],
];

const REFUSED: readonly Magic[] = [
  ['application/zip', 'a zip archive', 'PK\x03\x04'],
  ['application/gzip', 'gzip data', '\x1f\x8b'],
  ['application/x-bzip2', 'bzip2 data', 'BZh'],
  ['application/x-xz', 'xz data', '\xfd7zXZ\0'],
  ['application/zstd', 'zstd data', '\x28\xb5\x2f\xfd'],
  ['application/x-tar', 'a tar archive', 'ustar', 257],
  ['application/x-elf', 'an ELF program', '\x7fELF'],
  ['application/wasm', 'a WebAssembly module', '\0asm'],
  ['application/vnd.sqlite3', 'an SQLite database', 'SQLite format 3\0'],
  ['video/mp4', 'an MP4 video', 'ftyp', 4],
  ['application/vnd.microsoft.portable-executable', 'a Windows program', 'MZ'],
  ['application/java-vm', 'a Java class', '\xca\xfe\xba\xbe'],
];

const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
};

/** The type of an image or a PDF, which models can be shown as they are. */
export function shownMediaType(head: Buffer): string | undefined {
  const type = SHOWN.find((magic) => startsWith(head, magic))?.[0];
  return type === 'image/bmp' && head.toString('latin1', 0, 2) !== 'BM' ? undefined : type;
}

/** What binary data is, as far as its first bytes tell. */
export function binaryType(head: Buffer): { readonly mediaType: string; readonly name: string } {
  const [mediaType, name] = REFUSED.find((magic) => startsWith(head, magic)) ?? [
    'application/octet-stream',
    'binary data',
  ];
  return { mediaType, name };
}

export function textMediaType(path: string): string {
  return TEXT_TYPES[extname(path).toLowerCase()] ?? 'text/plain';
}

function startsWith(head: Buffer, [, , start, offset = 0]: Magic): boolean {
  return head.toString('latin1', offset, offset + start.length) === start;
}
