import type { BigIntStats } from 'node:fs';
import { bytesToText, CommandError, parameter, toCommandError, worded } from '@helve/command';
import { statIfThere, type Target } from '../paths/target.ts';
import { decodeText, readBytes } from '../edit/text-file.ts';

/** A file as the patch leaves it so far; nothing on disk changes. */
export interface PatchedFile {
  readonly target: Target;
  readonly original: Buffer | undefined;
  /** Absent where there is no file, or no longer. */
  content: Buffer | undefined;
  /** Whether the content comes from the patch. */
  isWritten: boolean;
  executable: boolean | undefined;
  /** Whose owner and mode it takes, when it comes from another path. */
  like: BigIntStats | undefined;
}

/** The files that a patch is about, read when they are first needed. */
export class PatchTree {
  readonly #files = new Map<string, PatchedFile>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async at(place: Omit<Target, 'stats'>): Promise<PatchedFile> {
    const known = this.#files.get(place.path);
    if (known) return known;
    const target = { ...place, stats: await fileStats(place) };
    const original = target.stats ? await readBytes(target, this.#signal) : undefined;
    const file = { target, original, content: original, isWritten: false, executable: undefined, like: undefined };
    this.#files.set(place.path, file);
    return file;
  }

  /** Those that differ from what is on disk. */
  changed(): readonly PatchedFile[] {
    return [...this.#files.values()].filter(
      ({ original, content, executable }) =>
        (original === undefined || content === undefined ? original !== content : !original.equals(content)) ||
        (content !== undefined && executable !== undefined),
    );
  }
}

/** The text of a file that must be there. Bytes that are not UTF-8 are kept. */
export function textOf(file: PatchedFile): string {
  const bytes = contentOf(file);
  return bytes.includes(0) ? decodeText(bytes, file.target.shown) : bytesToText(bytes);
}

export function contentOf({ content, target }: PatchedFile): Buffer {
  if (content !== undefined) return content;
  throw new CommandError('NOT_FOUND', `${target.shown} does not exist, and the patch changes it`, {
    hint: worded`Nothing was changed. Check ${parameter('path')}, the folder that the patch applies in, and ${parameter('strip')}.`,
    details: { path: target.shown },
  });
}

async function fileStats({ at, shown }: Pick<Target, 'at' | 'shown'>): Promise<BigIntStats | undefined> {
  try {
    const stats = await statIfThere(at);
    if (!stats || stats.isFile()) return stats;
    const isLink = stats.isSymbolicLink();
    throw new CommandError('NOT_A_FILE', `${shown} is ${isLink ? 'a link' : 'not a regular file'}`, {
      hint: isLink ? 'Patch the file that it points to.' : 'Only files are patched.',
      details: { path: shown },
    });
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}
