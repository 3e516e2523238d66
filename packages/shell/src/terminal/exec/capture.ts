import { type Context, createSpillPath } from '@helve/command';
import { maskCredentials } from '@helve/processes';
import { type BoundedText, boundedText, HALF_BYTES } from './bounded-text.ts';
import { ByteFile } from './byte-file.ts';
import { cleanText } from './clean-text.ts';
import { HeadAndTail } from './head-and-tail.ts';

export interface Captured {
  readonly text: string;
  readonly binary: boolean;
  /** The file with every byte, where the text has not all of them. */
  readonly spill?: { readonly path: string; readonly bytes: number; readonly complete: boolean };
}

/** More than this is not kept of one stream, lest a program that never stops fills the disk. */
const MOST_SPILLED = 4 * 1024 ** 3;

/** One stream of a run: a bounded text in memory, and a file with all of it once it is longer. */
export class Capture {
  readonly #context: Pick<Context, 'place' | 'now' | 'warn'>;
  readonly #name: string;
  readonly #held = new HeadAndTail(HALF_BYTES);
  #spill: ByteFile | undefined;
  #failed = false;
  #starting: Promise<unknown> | undefined;
  #started = false;

  constructor(name: string, context: Pick<Context, 'place' | 'now' | 'warn'>) {
    this.#name = name;
    this.#context = context;
  }

  get bytes(): number {
    return this.#held.bytes;
  }

  /** Takes the next bytes; a promise is given when those after them should wait for it. */
  add(chunk: Buffer): Promise<unknown> | undefined {
    if (this.#starting && !this.#started) {
      // Whoever did not wait comes after what is on its way: one stream has one file.
      this.#starting = this.#starting.then(() => this.add(chunk));
      return this.#starting;
    }
    if (this.#started) {
      this.#held.add(chunk);
      return this.#spillMore(chunk);
    }
    if (this.#held.bytes + chunk.length <= 2 * HALF_BYTES) {
      this.#held.add(chunk);
      return undefined;
    }
    this.#starting = this.#startSpill().then(() => {
      this.#started = true;
      return this.add(chunk);
    });
    return this.#starting;
  }

  /** `isRaw`: the text as it came, with escape sequences and bytes that are no text. */
  async finish(isRaw: boolean): Promise<Captured> {
    await this.#starting;
    // Bytes that are not text can be had exactly only from a file.
    const { omitted, binary } = boundedText(this.#held, () => '');
    if (omitted > 0 || binary) await this.#startSpill();
    await this.#spill?.close();
    const spill = this.#spill;
    if (spill?.failure) {
      this.#context.warn(`Not all of ${this.#name} could be kept in ${spill.path}: ${spill.failure.message}`);
    }
    const note = (bytes: number) =>
      `\n\n[${bytes} of ${this.#held.bytes} bytes left out${spill ? `. All of it: ${spill.path}` : ''}]\n\n`;
    const bounded: BoundedText = boundedText(this.#held, note);
    return {
      text: maskCredentials(
        isRaw ? bounded.text : cleanText(bounded.text, { binary: bounded.binary, bytes: this.#held.bytes }),
      ),
      binary: bounded.binary,
      ...(spill
        ? {
            spill: {
              path: spill.path,
              bytes: this.#held.bytes,
              complete: spill.failure === undefined && spill.bytes === this.#held.bytes,
            },
          }
        : {}),
    };
  }

  /** Puts all that came so far into a new file; it is still held whole. */
  async #startSpill(): Promise<void> {
    if (this.#spill || this.#failed) return;
    try {
      this.#spill = await ByteFile.create(await createSpillPath(this.#context), 0o600);
    } catch (thrown) {
      this.#failed = true;
      this.#context.warn(`No file could be made for the rest of ${this.#name}: ${String(thrown)}`);
      return;
    }
    for (const part of [this.#held.head(), this.#held.tail()]) await this.#spill.write(Buffer.from(part));
  }

  #spillMore(chunk: Buffer): Promise<unknown> | undefined {
    if (!this.#spill || this.#spill.bytes + chunk.length > MOST_SPILLED) return undefined;
    return this.#spill.write(chunk);
  }
}
