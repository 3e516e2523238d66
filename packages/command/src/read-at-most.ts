import { fstatSync, readSync } from 'node:fs';
import { CommandError } from './errors.ts';

const CHUNK = 64 * 1024;

/**
 * All bytes of an open file, if they are not too many. It is read to the length that it has at the start, so that one
 * that grows all the time has an end; files of the system have none, and are read until they end or are too large. The
 * file should be opened with O_NONBLOCK: some files in /proc would wait for an event otherwise.
 */
export function readAtMost(descriptor: number, shown: string, largest: number): Buffer {
  const { size } = fstatSync(descriptor);
  if (size > largest) throw tooLarge(shown, `is ${size} bytes`, largest);
  const wanted = size > 0 ? size : largest + 1;
  const pieces: Buffer[] = [];
  let length = 0;
  while (length < wanted) {
    // Some files of the system are read only in whole records.
    const piece = Buffer.allocUnsafe(size > 0 ? size - length : CHUNK);
    const count = readPiece(descriptor, piece, shown);
    if (count === 0) break;
    pieces.push(piece.subarray(0, count));
    length += count;
  }
  if (length > largest) throw tooLarge(shown, `has no end`, largest);
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

function readPiece(descriptor: number, piece: Buffer, shown: string): number {
  try {
    return readSync(descriptor, piece);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') throw thrown;
    throw new CommandError('NOT_A_FILE', `${shown} has no data to read yet`, {
      hint: 'Read it in a terminal session, with a program that waits for data.',
      details: { path: shown },
    });
  }
}

function tooLarge(shown: string, is: string, largest: number): CommandError {
  return new CommandError('TOO_LARGE', `${shown} ${is}, and at most ${largest} bytes are read`, {
    details: { path: shown, limit: largest },
  });
}
