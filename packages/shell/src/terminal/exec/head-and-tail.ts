/**
 * The beginning and the end of a stream of bytes, in memory that does not grow with it. Each half is large enough that
 * a text of the limit in characters is held whole, whatever its characters (three bytes to one of UTF-16 at most).
 */
export class HeadAndTail {
  readonly #size: number;
  #head: Buffer | undefined;
  #headLength = 0;
  #tail: Buffer | undefined;
  /** Bytes that have come after the head; where the next goes in the tail is this, modulo the size. */
  #afterHead = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get bytes(): number {
    return this.#headLength + this.#afterHead;
  }

  /** Whether every byte so far is still held. */
  get isWhole(): boolean {
    return this.#afterHead <= this.#size;
  }

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    let rest = chunk;
    if (this.#headLength < this.#size) {
      this.#head ??= Buffer.allocUnsafe(this.#size);
      const taken = rest.subarray(0, this.#size - this.#headLength);
      this.#head.set(taken, this.#headLength);
      this.#headLength += taken.length;
      rest = rest.subarray(taken.length);
    }
    if (rest.length > 0) this.#addToTail(rest);
  }

  head(): Buffer {
    return this.#head?.subarray(0, this.#headLength) ?? Buffer.alloc(0);
  }

  tail(): Buffer {
    if (!this.#tail) return Buffer.alloc(0);
    if (this.isWhole) return this.#tail.subarray(0, this.#afterHead);
    const start = this.#afterHead % this.#size;
    return Buffer.concat([this.#tail.subarray(start), this.#tail.subarray(0, start)]);
  }

  #addToTail(chunk: Uint8Array): void {
    this.#tail ??= Buffer.allocUnsafe(this.#size);
    const kept = chunk.subarray(Math.max(0, chunk.length - this.#size));
    const start = (this.#afterHead + chunk.length - kept.length) % this.#size;
    const first = kept.subarray(0, this.#size - start);
    this.#tail.set(first, start);
    this.#tail.set(kept.subarray(first.length), 0);
    this.#afterHead += chunk.length;
  }
}
