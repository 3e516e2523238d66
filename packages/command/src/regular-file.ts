import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from 'node:fs';
import { CommandError } from './errors.ts';
import { readAtMost } from './read-at-most.ts';

/** Files that helve reads by itself are texts that people or helve wrote; none is larger. */
const LARGEST = 64 << 20;

/**
 * The bytes of a file that helve reads without being asked for it: settings, instructions, its own state. A fifo, a
 * device or a socket of that name is an error, because reading one may wait forever. The errors of the system, such as
 * ENOENT, are thrown as they are. The calls are synchronous: on a local file they take microseconds.
 */
export function readRegularFile(path: string, largest = LARGEST): Buffer {
  // Opening a device can have an effect, so look first.
  refuseSpecial(statSync(path), path);
  // Should it have become a fifo since, opening it still must not block.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    refuseSpecial(fstatSync(descriptor), path);
    return readAtMost(descriptor, path, largest);
  } finally {
    closeSync(descriptor);
  }
}

export function readRegularText(path: string, largest?: number): string {
  return readRegularFile(path, largest).toString('utf8');
}

/** The same, or undefined where it is missing or cannot be read as a regular file. */
export function readFileIfAny(path: string, largest?: number): Buffer | undefined {
  try {
    return readRegularFile(path, largest);
  } catch {
    return undefined;
  }
}

export function readTextIfAny(path: string, largest?: number): string | undefined {
  return readFileIfAny(path, largest)?.toString('utf8');
}

export function kindOf(stats: Stats): 'file' | 'folder' | 'link' | 'fifo' | 'socket' | 'device' {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFIFO()) return 'fifo';
  return stats.isSocket() ? 'socket' : 'device';
}

/** A folder passes: reading one fails with EISDIR. */
function refuseSpecial(stats: Stats, path: string): void {
  if (stats.isFile() || stats.isDirectory()) return;
  throw new CommandError('NOT_A_FILE', `${path} is a ${kindOf(stats)}, not a regular file`, {
    hint: 'Remove it, or put a regular file in its place.',
    details: { path },
  });
}
