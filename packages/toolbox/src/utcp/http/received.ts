import { CommandError, withDetails } from '@helve/command';
import { MOST_BYTES, tooLarge } from '@helve/network';
import { parseExactJson } from '../../json.ts';

/** What a value costs beside its text: else many small ones would be as good as none. */
const OVERHEAD = 8;

/** As much of what came is shown in an error. */
const SHOWN_CHARACTERS = 16_384;

/** What has come of a stream so far, within bounds. */
export class Received {
  readonly values: unknown[] = [];
  readonly #what: string;
  #size = 0;

  constructor(what: string) {
    this.#what = what;
  }

  /** Throws if so much more would be too much. */
  reserve(size: number): void {
    if (this.#size + size > MOST_BYTES) throw tooLarge(this.#what);
  }

  add(value: unknown, size: number): void {
    this.reserve(size);
    this.#size += size + OVERHEAD;
    this.values.push(value);
  }

  /** The result of the work; should it fail, the error tells what had come until then. */
  async orPartial<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      if (!(thrown instanceof CommandError) || this.values.length === 0) throw thrown;
      throw withDetails(thrown, { received: this.values.length, beginning: this.#beginning() });
    }
  }

  #beginning(): readonly unknown[] {
    let size = 0;
    return this.values.filter((value) => {
      size += JSON.stringify(value)?.length ?? 0;
      return size <= SHOWN_CHARACTERS;
    });
  }
}

/** JSON as what it says, anything else as the text it is. */
export function parseData(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
