/** Replaces secrets in a stream of bytes, also where one is split over two chunks. */
export class Mask {
  readonly #secrets: Buffer[] = [];
  #held: Buffer = Buffer.alloc(0);

  static readonly SHOWN = '********';

  get empty(): boolean {
    return this.#secrets.length === 0;
  }

  add(secret: string): void {
    const bytes = Buffer.from(secret);
    if (bytes.length > 0 && !this.#secrets.some((known) => known.equals(bytes))) this.#secrets.push(bytes);
  }

  /** What may be shown of the bytes so far; the beginning of a possible secret is held until more is known. */
  push(bytes: Buffer): Buffer {
    if (this.empty) return bytes;
    const masked = this.#replace(Buffer.concat([this.#held, bytes]));
    const held = this.#prefixLength(masked);
    this.#held = masked.subarray(masked.length - held);
    return masked.subarray(0, masked.length - held);
  }

  /** What was held and turned out to be nothing. */
  flush(): Buffer {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  get holds(): boolean {
    return this.#held.length > 0;
  }

  #replace(bytes: Buffer): Buffer {
    let result = bytes;
    for (const secret of this.#secrets) {
      const pieces: Buffer[] = [];
      let from = 0;
      for (let at = result.indexOf(secret); at >= 0; at = result.indexOf(secret, from)) {
        pieces.push(result.subarray(from, at), Buffer.from(Mask.SHOWN));
        from = at + secret.length;
      }
      if (from > 0) result = Buffer.concat([...pieces, result.subarray(from)]);
    }
    return result;
  }

  #prefixLength(bytes: Buffer): number {
    let longest = 0;
    for (const secret of this.#secrets) {
      for (let length = Math.min(secret.length - 1, bytes.length); length > longest; length--) {
        if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) longest = length;
      }
    }
    return longest;
  }
}
