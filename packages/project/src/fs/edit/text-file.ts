import { createHash } from 'node:crypto';
import { call, CommandError, readAtMost, throwIfAborted, worded } from '@helve/command';
import { closeSync } from 'node:fs';
import { openFileAt } from '../paths/regular-file.ts';
import { type Target, targetAt } from '../paths/target.ts';

export interface TextFile {
  /** `\uFEFF` or nothing; `text` is what follows it. */
  readonly bom: string;
  readonly text: string;
  readonly hash: string;
}

const LARGEST = 64 << 20;

/** Reads a file that must be valid UTF-8, so that writing its text back changes nothing else. */
export async function readTextFile(target: Target, signal: AbortSignal): Promise<TextFile> {
  const { shown } = target;
  if (!target.stats) {
    throw new CommandError('NOT_FOUND', `${shown} does not exist`, {
      hint: worded`List its folder to see what is there, or make the file: ${call('fs write')}`,
      details: { path: shown },
    });
  }
  const bytes = await readBytes(target, signal);
  const decoded = decodeText(bytes, shown);
  const bom = decoded.startsWith('\uFEFF') ? '\uFEFF' : '';
  return { bom, text: decoded.slice(bom.length), hash: createHash('sha256').update(bytes).digest('hex') };
}

/** All of a file, unless it is too large to be edited in memory. */
export async function readBytes({ at, shown, stats }: Target, signal: AbortSignal): Promise<Buffer> {
  if (stats && stats.size > LARGEST) {
    throw new CommandError('TOO_LARGE', `${shown} is larger than the 64 MB that can be edited`, {
      hint: 'Change it with a program instead.',
      details: { path: shown },
    });
  }
  throwIfAborted(signal);
  const descriptor = openFileAt(targetAt({ at, shown }), shown);
  try {
    return readAtMost(descriptor, shown, LARGEST);
  } finally {
    closeSync(descriptor);
  }
}

/** The text of a file, which must be valid UTF-8; a byte order mark is kept. */
export function decodeText(bytes: Uint8Array, shown: string): string {
  if (bytes.includes(0)) {
    throw new CommandError('BINARY', `${shown} is a binary file`, {
      hint: 'Only text files can be edited.',
      details: { path: shown },
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError('INVALID_ENCODING', `${shown} is not valid UTF-8`, {
      hint: 'Convert it to UTF-8 first; it was left as it is.',
      details: { path: shown },
      cause,
    });
  }
}
