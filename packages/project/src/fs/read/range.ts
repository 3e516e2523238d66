import { fstatSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { CommandError, type Context, parameter, throwIfAborted, worded } from '@helve/command';
import type { Input as ReadInput, Output as ReadResult } from '../../commands/fs/read.ts';
import { numberLines } from '../read.ts';
import { binary, byteOrderMark, decode, shownMediaType, type TextEncoding, textMediaType } from './content.ts';

/** A line longer than this is clipped: a file may hold no line break at all. */
const MAX_LINE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

const readBytes = promisify(read);

/** Reads only as far as the last line that is wanted, so that the file's size does not matter. */
export async function readRange(
  descriptor: number,
  shown: string,
  input: ReadInput,
  context: Context,
  maxBytes: number,
): Promise<ReadResult> {
  if (input.encoding === 'base64') {
    throw new CommandError(
      'INVALID_INPUT',
      worded`Bytes in base64 have no lines: ${parameter('offset')} and ${parameter('limit')} do not go with it`,
      { hint: worded`Leave ${parameter('offset')} and ${parameter('limit')} out.` },
    );
  }
  const head = Buffer.alloc(512);
  const { bytesRead } = await readBytes(descriptor, head, 0, head.length, 0);
  const start = head.subarray(0, bytesRead);
  if (input.encoding === 'utf-8' && shownMediaType(start)) throw binary(shown, start);
  const mark = input.encoding === 'latin1' ? undefined : byteOrderMark(start);
  const encoding = mark?.encoding ?? input.encoding;
  const from = input.offset ?? 1;
  const range = await scan(descriptor, context, {
    skip: mark?.length ?? 0,
    encoding,
    from,
    count: input.limit ?? Number.POSITIVE_INFINITY,
    maxBytes,
  });
  if (range.taken === 0 && from > 1) {
    throw new CommandError('NO_MATCH', `${shown} has ${range.seen} lines; line ${from} is past its end`, {
      hint: range.seen === 0 ? 'The file is empty.' : worded`Use an ${parameter('offset')} from 1 to ${range.seen}.`,
      details: { path: shown, lines: range.seen },
    });
  }
  const content = decode(Buffer.concat(range.pieces), { shown, encoding, head: start, at: range.at });
  if (range.clipped > 0)
    context.warn(`${range.clipped} lines were longer than ${MAX_LINE_BYTES} bytes and were clipped`);
  return {
    path: shown,
    mediaType: textMediaType(shown),
    content: input.lineNumbers ? numberLines(content, from) : content,
    encoding,
    bytes: fstatSync(descriptor).size,
    ...(mark ? { bom: true } : {}),
    lines: {
      from: range.taken === 0 ? 0 : from,
      to: range.taken === 0 ? 0 : from + range.taken - 1,
      ...(range.ended ? { total: range.seen } : {}),
    },
    ...(range.clipped > 0 ? { clippedLines: range.clipped } : {}),
    ...(range.full ? { truncated: true } : {}),
  };
}

function newlineIn(encoding: TextEncoding): Buffer {
  if (encoding === 'utf-16le') return Buffer.from('\n\0');
  return Buffer.from(encoding === 'utf-16be' ? '\0\n' : '\n');
}

interface Wanted {
  readonly skip: number;
  readonly encoding: TextEncoding;
  readonly from: number;
  readonly count: number;
  readonly maxBytes: number;
}

async function scan(descriptor: number, context: Context, wanted: Wanted) {
  const { encoding, from, count, maxBytes } = wanted;
  const newline = newlineIn(encoding);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const found = { pieces: [] as Buffer[], at: 0, taken: 0, seen: 0, clipped: 0, ended: false, full: false };
  let position = wanted.skip;
  let lineBytes = 0;
  let kept = 0;
  for (;;) {
    throwIfAborted(context.signal);
    const { bytesRead } = await readBytes(descriptor, chunk, 0, chunk.length, position);
    if (bytesRead === 0) {
      found.ended = true;
      if (lineBytes > 0) found.seen++;
      if (lineBytes > 0 && found.seen >= from) found.taken++;
      return found;
    }
    const bytes = chunk.subarray(0, bytesRead);
    for (let index = 0; index < bytesRead; ) {
      const next = indexOfNewline(bytes, newline, index);
      const end = next === -1 ? bytesRead : next + newline.length;
      if (found.seen + 1 >= from) {
        if (found.pieces.length === 0) found.at = position + index;
        const room = Math.min(Math.max(0, MAX_LINE_BYTES - lineBytes), end - index);
        found.pieces.push(Buffer.from(bytes.subarray(index, index + room)));
        kept += room;
        if (lineBytes <= MAX_LINE_BYTES && lineBytes + end - index > MAX_LINE_BYTES) {
          found.clipped++;
          dropPartCharacter(found.pieces, encoding);
          if (next !== -1) found.pieces.push(newline);
        } else if (room === 0 && next !== -1) {
          found.pieces.push(newline);
        }
        const last = found.taken + 1 >= count;
        if (last && lineBytes + end - index > MAX_LINE_BYTES) {
          found.taken++;
          return found;
        }
      }
      lineBytes += end - index;
      index = end;
      if (next === -1) continue;
      found.seen++;
      lineBytes = 0;
      if (found.seen < from) continue;
      found.taken++;
      if (found.taken >= count) return found;
      if (kept >= maxBytes) {
        found.full = true;
        return found;
      }
    }
    position += bytesRead;
  }
}

/** In UTF-16 a line break stands at an even index only; chunks begin at one. */
function indexOfNewline(bytes: Buffer, newline: Buffer, from: number): number {
  let index = bytes.indexOf(newline, from);
  while (newline.length === 2 && index % 2 === 1) index = bytes.indexOf(newline, index + 1);
  return index;
}

/** Takes away the start of a character whose end was clipped. */
function dropPartCharacter(pieces: Buffer[], encoding: TextEncoding): void {
  for (let extra = partCharacter(Buffer.concat(pieces.slice(-4)), encoding); extra > 0; ) {
    const last = pieces.pop();
    if (!last) return;
    const dropped = Math.min(extra, last.length);
    pieces.push(...(dropped < last.length ? [last.subarray(0, last.length - dropped)] : []));
    extra -= dropped;
  }
}

/** How many bytes at the end are the start of a character that is not complete. */
function partCharacter(bytes: Buffer, encoding: TextEncoding): number {
  if (encoding === 'latin1') return 0;
  if (encoding !== 'utf-8') {
    const high = bytes.at(encoding === 'utf-16le' ? -1 : -2) ?? 0;
    return (high & 0xfc) === 0xd8 ? 2 : 0;
  }
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
