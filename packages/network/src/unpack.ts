import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { CommandError } from '@helve/command';

const MOST_LAYERS = 2;

/** The bytes of an answer as they were before they were packed for the way. */
export function unpack(message: IncomingMessage, what: string): Readable {
  const packed = (message.headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (packed.length === 0) return message;
  const unpackers = packed.map(unpackerOf).toReversed();
  if (packed.length > MOST_LAYERS || unpackers.includes(undefined)) {
    message.destroy();
    throw new CommandError('UNAVAILABLE', `${what}: the response uses a compression that helve cannot read`, {
      details: { contentEncoding: packed.join(', ').slice(0, 100) },
    });
  }
  let stream: Readable = message;
  for (const unpacker of unpackers) {
    // Whoever reads the last stream sees its error; the callback keeps it from being thrown elsewhere too.
    if (unpacker) stream = pipeline(stream, unpacker, () => {});
  }
  return stream;
}

function unpackerOf(name: string): Transform | undefined {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'deflate') return createInflate();
  if (name === 'br') return createBrotliDecompress();
  return undefined;
}
