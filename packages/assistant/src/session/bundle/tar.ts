import { CommandError } from '@helve/command';

const BLOCK = 512;

/** Makes a tar archive of regular files with short names. */
export function packTar(files: ReadonlyMap<string, Buffer>, seconds: number): Buffer {
  const parts = [...files].flatMap(([name, content]) => [
    headerOf(name, content.length, seconds),
    content,
    Buffer.alloc(padding(content.length)),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** Reads such an archive. Anything else in it, such as a link or a name that is not expected, is refused. */
export function readTar(archive: Buffer, expects: (name: string) => boolean): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  for (;;) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw refusedBundle('it ends too early');
    if (header.every((byte) => byte === 0)) return files;
    const name = textAt(header, 0, 100);
    const size = octalAt(header, 124, 12);
    const type = header[156] ?? 0;
    if (octalAt(header, 148, 8) !== checksumOf(header)) throw refusedBundle('it is damaged');
    if (type !== 0x30 && type !== 0) throw refusedBundle('it holds something that is not a regular file');
    if (textAt(header, 345, 155) !== '' || !expects(name) || files.has(name)) {
      throw refusedBundle(`it holds an unexpected entry ${JSON.stringify(name.slice(0, 100))}`);
    }
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw refusedBundle('it ends too early');
    files.set(name, content);
    at += BLOCK + size + padding(size);
  }
}

/** Why a bundle is not opened. */
export function refusedBundle(why: string): CommandError {
  return new CommandError('INVALID_INPUT', `This bundle cannot be opened: ${why}`, {
    retry: 'never',
    hint: 'Nothing was changed. Ask for a new bundle from somebody you trust.',
  });
}

function headerOf(name: string, size: number, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(`${seconds.toString(8).padStart(11, '0')}\0`, 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** The sum of all bytes, with spaces in place of the sum. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);
}

function textAt(header: Buffer, start: number, length: number): string {
  const [text = ''] = header.toString('utf8', start, start + length).split('\0');
  return text;
}

function octalAt(header: Buffer, start: number, length: number): number {
  const text = textAt(header, start, length).trim();
  if (!/^[0-7]+$/.test(text)) throw refusedBundle('it is damaged');
  return Number.parseInt(text, 8);
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}
