import { fstatSync, statSync, writeSync } from 'node:fs';
import type { Streams } from '@helve/doors';

/** The streams of this process. */
export function processStreams(): Streams {
  return {
    stdoutIsTerminal: mayBeTerminal(1) && process.stdout.isTTY,
    write: async (text) => {
      const rest = writeAtOnce(Buffer.from(text));
      if (rest.length === 0) return;
      await new Promise<void>((resolve, reject) => {
        process.stdout.write(rest, (error) => (error ? reject(error) : resolve()));
      });
    },
    writeError: (text) => {
      process.stderr.write(text);
    },
    readStdin: async (most) => {
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of process.stdin) {
        chunks.push(chunk as Buffer);
        length += (chunk as Buffer).length;
        if (length > most) break;
      }
      return Buffer.concat(chunks);
    },
    pipes: () => ({ input: process.stdin, output: process.stdout }),
    async *stdinLines(signal) {
      const { createInterface } = await import('node:readline');
      yield* createInterface({
        input: process.stdin,
        crlfDelay: Number.POSITIVE_INFINITY,
        ...(signal ? { signal } : {}),
      });
    },
  };
}

/** Writes what the other end takes now, and gives back what is left: a full pipe that does not block says EAGAIN. */
function writeAtOnce(bytes: Buffer): Buffer {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return bytes.subarray(written);
}

/** Whether a person sits there who can be asked. */
export function isAttended(): boolean {
  return mayBeTerminal(0) && mayBeTerminal(2) && process.stdin.isTTY && process.stderr.isTTY;
}

/** Asking Node's own streams would load their code, at a tenth of what a start costs. A terminal is a character device. */
function mayBeTerminal(descriptor: number): boolean {
  try {
    const device = fstatSync(descriptor);
    return device.isCharacterDevice() && device.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
  } catch {
    return false;
  }
}
