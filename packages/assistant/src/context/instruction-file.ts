import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { getuid } from 'node:process';

/** A file that tells the model how to work: of the user, or of a project. */
export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

/** How far the files may lead, and what is left to read. */
export interface Reading {
  /** `~` in imports. */
  readonly userHome: string | undefined;
  readonly permits: (path: string) => boolean;
  /** Real paths of what was read, so that nothing is read twice and no circle has an end. */
  readonly seen: Set<string>;
  /** Bytes that may still be read. */
  left: number;
}

/** More than any project needs, and little enough not to fill a window. */
export const MOST_BYTES = 64 * 1024;
const MOST_HOPS = 5;

/**
 * Reads a file and what it imports with `@path`, each once. Files of a project lead nowhere outside `within`: what a
 * checkout says must not bring the user's own files to a provider.
 */
export function readWithImports(
  path: string,
  within: string | undefined,
  reading: Reading,
  hops = 0,
): readonly InstructionFile[] {
  const real = realOrNothing(path);
  if (real === undefined || reading.seen.has(real) || reading.left <= 0) return [];
  if ((within !== undefined && !isInside(real, within)) || !reading.permits(real)) return [];
  const text = readText(real, reading.left);
  if (text === undefined) return [];
  reading.seen.add(real);
  reading.left -= Buffer.byteLength(text);
  const imports = hops < MOST_HOPS ? importsIn(text) : [];
  return [
    { path, text: text.trim() },
    ...imports.flatMap((wanted) =>
      readWithImports(placeOf(wanted, dirname(real), reading.userHome), within, reading, hops + 1),
    ),
  ].filter((file) => file.text !== '');
}

/** The paths after an @ in a text, outside of code. */
export function importsIn(text: string): readonly string[] {
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/(?:^|\s)@([^\s@]+)/g)].map(([, path = '']) => path.replace(/[.,;:!?)\]]+$/, ''));
}

export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

function placeOf(wanted: string, folder: string, userHome: string | undefined): string {
  return wanted.startsWith('~/') && userHome !== undefined ? join(userHome, wanted.slice(2)) : resolve(folder, wanted);
}

function realOrNothing(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The text of a regular file that nobody else could have put there. */
function readText(path: string, most: number): string | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { uid, size } = fstatSync(descriptor);
      const own = getuid?.();
      if (!fstatSync(descriptor).isFile() || (own !== undefined && uid !== own && uid !== 0)) return undefined;
      const bytes = Buffer.alloc(Math.min(size, most));
      const text = bytes.toString('utf8', 0, readSync(descriptor, bytes));
      if (text.includes('\0')) return undefined;
      return size > bytes.length ? `${text}\n[… cut here: ${size - bytes.length} bytes more are in the file]` : text;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
