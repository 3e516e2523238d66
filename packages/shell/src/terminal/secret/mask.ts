import { maskCredentials } from '@helve/processes';
import type { Secrets } from './store.ts';

interface Hidden {
  readonly bytes: Buffer;
  readonly shown: Buffer;
}

/** The beginning of a secret that is longer than this is hardly there by chance, and is not shown until more is known. */
const LONGEST_CHANCE = 3;

const NOTHING = Buffer.alloc(0);

/** Replaces secrets in a stream of bytes, also where one is split over chunks. */
export class Mask {
  readonly #hidden: Hidden[] = [];
  #held: Buffer = NOTHING;
  /** The last bytes that were shown although a secret may begin with them. */
  #released: Buffer = NOTHING;

  constructor(secrets: Secrets = {}) {
    for (const [name, value] of Object.entries(secrets)) this.add(name, value);
  }

  get empty(): boolean {
    return this.#hidden.length === 0;
  }

  /** Hides the value from now on, also as a terminal or JSON would write it. */
  add(name: string, value: string): void {
    const shown = Buffer.from(`[secret ${name}]`);
    for (const form of new Set([value, value.replace(/\r?\n/g, '\r\n'), JSON.stringify(value).slice(1, -1)])) {
      const bytes = Buffer.from(form);
      if (bytes.length > 0 && !this.#hidden.some((known) => known.bytes.equals(bytes))) {
        this.#hidden.push({ bytes, shown });
      }
    }
    // Of two that begin at the same place the longer is meant.
    this.#hidden.sort((a, b) => b.bytes.length - a.bytes.length);
  }

  /** What may be shown of the bytes so far; what may be the beginning of a secret is held until more is known. */
  push(bytes: Buffer): Buffer {
    return this.empty ? bytes : this.#scan(bytes, false);
  }

  /** What was held, at the end of the stream. */
  flush(): Buffer {
    return this.#scan(NOTHING, true);
  }

  /** What was held for some time and is short enough to be there by chance. If a secret it is, its rest is not shown. */
  release(): Buffer {
    if (this.#held.length > LONGEST_CHANCE) return NOTHING;
    const held = this.#held;
    this.#released = Buffer.concat([this.#released, held]);
    this.#held = NOTHING;
    return held;
  }

  get holds(): boolean {
    return this.#held.length > 0;
  }

  #scan(more: Buffer, isEnd: boolean): Buffer {
    const bytes = Buffer.concat([this.#released, this.#held, more]);
    const alreadyShown = this.#released.length;
    const pieces: Buffer[] = [];
    const holdAt = isEnd ? bytes.length : bytes.length - this.#prefixLength(bytes);
    let from = alreadyShown;
    const search = new Search(bytes, this.#hidden);
    for (let found = search.next(0); found && found.at < holdAt; found = search.next(from)) {
      pieces.push(bytes.subarray(from, Math.max(from, found.at)), found.hidden.shown);
      from = found.at + found.hidden.bytes.length;
    }
    const rest = bytes.subarray(from);
    const held = isEnd ? 0 : this.#prefixLength(rest);
    const goesOn = pieces.length === 0 && holdAt < alreadyShown;
    this.#released = goesOn ? bytes.subarray(holdAt, alreadyShown) : NOTHING;
    this.#held = Buffer.from(goesOn ? rest : rest.subarray(rest.length - held));
    return goesOn ? NOTHING : Buffer.concat([...pieces, rest.subarray(0, rest.length - held)]);
  }

  /** How many of the last bytes are the beginning of a secret. */
  #prefixLength(bytes: Buffer): number {
    let longest = 0;
    for (const { bytes: secret } of this.#hidden) {
      for (let length = Math.min(secret.length - 1, bytes.length); length > longest; length--) {
        if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) longest = length;
      }
    }
    return longest;
  }
}

/** The text without the values of secrets, and without credentials that are known by their form. */
export function maskText(text: string, secrets: Secrets): string {
  const mask = new Mask(secrets);
  return maskCredentials(mask.empty ? text : Buffer.concat([mask.push(Buffer.from(text)), mask.flush()]).toString());
}

/** Finds the secrets in some bytes one after the other. */
class Search {
  readonly #bytes: Buffer;
  readonly #next: { at: number; readonly hidden: Hidden }[];

  constructor(bytes: Buffer, hidden: readonly Hidden[]) {
    this.#bytes = bytes;
    this.#next = hidden.map((each) => ({ at: bytes.indexOf(each.bytes), hidden: each }));
  }

  /** The first that begins at an offset or after it. */
  next(from: number): { readonly at: number; readonly hidden: Hidden } | undefined {
    let first: { readonly at: number; readonly hidden: Hidden } | undefined;
    for (const next of this.#next) {
      if (next.at >= 0 && next.at < from) next.at = this.#bytes.indexOf(next.hidden.bytes, from);
      if (next.at >= 0 && (!first || next.at < first.at)) first = next;
    }
    return first && { ...first };
  }
}
