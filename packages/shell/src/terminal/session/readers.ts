import { OWNER_VARIABLE, type Place } from '@helve/command';

/** Who reads: each agent for itself, and a person from any terminal. */
export type Reader = string;

export function readerOf({ env }: Pick<Place, 'env'>): Reader {
  return env[OWNER_VARIABLE] ?? '';
}

/** How far each reader has read what a session printed. Nobody misses output because somebody else has read it. */
export class Readers {
  readonly #ends = new Map<Reader, number>();

  /** Where the reader's unread output starts. */
  endOf(reader: Reader): number {
    return this.#ends.get(reader) ?? 0;
  }

  hasRead(reader: Reader, end: number): void {
    this.#ends.set(reader, end);
  }

  /** Spares those who have read all up to `from` what comes between. */
  skip(from: number, end: number): void {
    for (const [reader, read] of this.#ends) if (read >= from) this.#ends.set(reader, end);
  }
}
