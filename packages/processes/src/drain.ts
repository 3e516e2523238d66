import type { Readable } from 'node:stream';

/** How long pipes must be silent, once their run is over, to be taken as read empty. */
const SILENCE_MS = 50;
/** What comes later than this, or beyond what a pipe can hold, is written by something that goes on. */
const LONGEST_MS = 1000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Knows when the output of a run that is over has been read, although something may still hold its pipes. */
export class Drain {
  readonly #streams: readonly Readable[];
  readonly #open: Set<Readable>;
  #bytes = 0;
  #onEnd: (() => void) | undefined;

  constructor(streams: readonly Readable[]) {
    this.#streams = streams;
    this.#open = new Set(streams);
    for (const stream of streams) {
      stream.on('data', (chunk: Buffer) => {
        this.#bytes += chunk.length;
      });
      for (const event of ['end', 'close']) {
        stream.once(event, () => {
          this.#open.delete(stream);
          if (this.#open.size === 0) this.#onEnd?.();
        });
      }
    }
  }

  /** Waits until all is read; gives whether the pipes are at their end, which they are not while somebody holds them. */
  settle(): Promise<boolean> {
    if (this.#open.size === 0) return Promise.resolve(true);
    const bytesBefore = this.#bytes;
    const end = performance.now() + LONGEST_MS;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      this.#onEnd = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const check = (seen: number) => {
        timer = setTimeout(() => {
          // A late timer comes before what waits in the pipe; an immediate comes after it.
          setImmediate(() => {
            if (this.#open.size === 0) return;
            const waits = [...this.#open].some((stream) => stream.isPaused());
            const silent = this.#bytes === seen && !waits;
            const enough = this.#bytes - bytesBefore > MOST_BYTES || (performance.now() > end && !waits);
            if (silent || enough) resolve(false);
            else check(this.#bytes);
          });
        }, SILENCE_MS);
      };
      check(this.#bytes);
    });
  }

  /** Lets go of the pipes: at once of those that are not read any more, and of the others when nobody waits. */
  end(): void {
    for (const stream of this.#open) stream.destroy();
    setImmediate(() => {
      for (const stream of this.#streams) stream.destroy();
    });
  }
}
