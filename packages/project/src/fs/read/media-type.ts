import { extname } from 'node:path';

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
