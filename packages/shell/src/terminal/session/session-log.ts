import { constants, closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A part of what a session printed, and the same as an asciicast by itself. */
export interface Segment {
  /** How much had been printed before it. */
  readonly start: number;
  readonly log: string;
  readonly cast: string;
}

const FILE_MODE = 0o600;

/**
 * All that a session printed, in files of which only the last two are kept, so that a program which prints for days
 * does not fill the disk. A part begins with a line where it can.
 */
export class SessionLog {
  readonly #dir: string;
  readonly #limit: number;
  readonly #header: () => string;
  #log: number;
  #cast: number;
  #start = 0;
  #size = 0;

  /** `limit`: the most bytes to keep. `header`: the first line of an asciicast that begins now. */
  constructor(dir: string, limit: number, header: () => string) {
    this.#dir = dir;
    this.#limit = limit;
    this.#header = header;
    [this.#log, this.#cast] = this.#open();
  }

  /** How much was printed altogether. */
  get size(): number {
    return this.#size;
  }

  append(bytes: Uint8Array): void {
    const isFull = this.#size - this.#start + bytes.length > this.#limit / 2;
    const cut = isFull ? bytes.lastIndexOf(NEWLINE) + 1 : 0;
    this.#write(bytes.subarray(0, cut));
    if (isFull && this.#size > this.#start) this.#turn();
    this.#write(bytes.subarray(cut));
  }

  event(line: string): void {
    writeAll(this.#cast, Buffer.from(line));
  }

  close(): void {
    closeSync(this.#log);
    closeSync(this.#cast);
  }

  #write(bytes: Uint8Array): void {
    writeAll(this.#log, bytes);
    this.#size += bytes.length;
  }

  /** Begins another part, and lets go of all before the one that was written so far. */
  #turn(): void {
    this.close();
    for (const { log, cast } of segmentsIn(this.#dir).slice(0, -1)) {
      rmSync(log, { force: true });
      rmSync(cast, { force: true });
    }
    this.#start = this.#size;
    [this.#log, this.#cast] = this.#open();
  }

  #open(): [log: number, cast: number] {
    const { log, cast } = segmentAt(this.#dir, this.#start);
    const files: [number, number] = [openSync(log, 'a', FILE_MODE), openSync(cast, 'a', FILE_MODE)];
    writeAll(files[1], Buffer.from(this.#header()));
    return files;
  }
}

/** The parts that are kept, from the first. */
export function segmentsIn(dir: string): readonly Segment[] {
  let names: readonly string[];
  try {
    names = readdirSync(dir);
  } catch {
    return [];
  }
  const starts = names.flatMap((name) => {
    const [whole, start = '0'] = /^output(?:-(\d+))?\.log$/.exec(name) ?? [];
    return whole === undefined ? [] : Number(start);
  });
  return starts.sort((one, other) => one - other).map((start) => segmentAt(dir, start));
}

/** Part of what a session printed; what is not kept any more is left out at the beginning. */
export function readLog(dir: string, from: number, length: number): Buffer {
  const segments = segmentsIn(dir);
  const end = from + length;
  const parts = segments.flatMap(({ start, log }, at) => {
    const next = segments[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    const [first, last] = [Math.max(from, start), Math.min(end, next)];
    return first < last ? [readBytes(log, first - start, last - first)] : [];
  });
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** From where to where what a session printed is kept. */
export function logRange(dir: string): { readonly start: number; readonly size: number } {
  const segments = segmentsIn(dir);
  const last = segments.at(-1);
  const length = last ? (statSync(last.log, { throwIfNoEntry: false })?.size ?? 0) : 0;
  return { start: segments[0]?.start ?? 0, size: (last?.start ?? 0) + length };
}

const NEWLINE = 0x0a;

function segmentAt(dir: string, start: number): Segment {
  const suffix = start === 0 ? '' : `-${start}`;
  return { start, log: join(dir, `output${suffix}.log`), cast: join(dir, `session${suffix}.cast`) };
}

function readBytes(path: string, from: number, length: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, fstatSync(file).size - from)));
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(file, bytes, filled, bytes.length - filled, from + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
