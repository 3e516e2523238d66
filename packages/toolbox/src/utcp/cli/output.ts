import { chmodSync, closeSync, constants, fstatSync, lstatSync, openSync, readSync, renameSync } from 'node:fs';
import { createSpillPath } from '@helve/command';
import type { Host } from '../protocol.ts';
import type { Mask } from './mask.ts';

/** What a step printed on one of its streams, as much of it as a result holds. */
export interface Output {
  readonly text: string;
  readonly bytes: number;
  readonly truncated: boolean;
  /** The file with all of it, where the text has not. */
  readonly spill?: string;
  /** All of it, if it was wanted and is not too long. */
  readonly whole?: string;
}

/** Bytes of an output that a result shows. */
const SHOWN = 30_000;
/** Bytes of an output that may become part of a value. */
export const VALUE_LIMIT = 8 * 1024 * 1024;

/** Reads an output; a long one is moved to a spill file, and only its beginning and end are held. */
export async function readOutput(file: string, wantsWhole: boolean, mask: Mask, host: Host): Promise<Output> {
  const found = openOutput(file);
  if (!found) return { text: '', bytes: 0, truncated: false, ...(wantsWhole ? { whole: '' } : {}) };
  const { descriptor, bytes } = found;
  try {
    const whole = wantsWhole && bytes <= VALUE_LIMIT ? { whole: read(descriptor, 0, bytes).toString() } : {};
    if (bytes <= SHOWN) {
      const text = whole.whole ?? read(descriptor, 0, bytes).toString();
      return { text: mask.text(text), bytes, truncated: false, ...whole };
    }
    const spill = await createSpillPath({ place: host, now: host.now });
    chmodSync(file, 0o600);
    renameSync(file, spill);
    const head = mask.cutEnd(mask.text(withoutBrokenEnds(read(descriptor, 0, SHOWN / 2))));
    const tail = mask.cutStart(mask.text(withoutBrokenEnds(read(descriptor, bytes - SHOWN / 2, SHOWN / 2))));
    const note = `[${bytes - SHOWN} of ${bytes} bytes left out. All of it: ${spill}]`;
    return { text: `${head}\n\n${note}\n\n${tail}`, bytes, truncated: true, spill, ...whole };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Opens an output that holds something. The programs of the tool can put something else in its place: a link would lead
 * to files that they may not read themselves, and a pipe would be waited for.
 */
export function openOutput(file: string): { readonly descriptor: number; readonly bytes: number } | undefined {
  // Absent, if the step was not begun.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  const found = fstatSync(descriptor);
  if (found.isFile() && found.size > 0) return { descriptor, bytes: found.size };
  closeSync(descriptor);
  return undefined;
}

function read(descriptor: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  while (at < length) {
    const count = readSync(descriptor, bytes, at, length - at, from + at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}

/** Text cut out of a longer one, without the halves of characters at its ends. */
function withoutBrokenEnds(bytes: Buffer): string {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes
    .subarray(start)
    .toString()
    .replace(/\uFFFD$/, '');
}
