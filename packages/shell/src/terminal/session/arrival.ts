/** How long to wait for a mark: output may be stopped with ctrl+s, or the machine be busy. */
const PATIENCE_MS = 50;

/**
 * Characters that no terminal shows and that do not move the column which the kernel counts. A mark is a few of them
 * behind the four separators, in an order that no program prints.
 */
const FIRST = '\x1c\x1d\x1e\x1f';
const DIGITS = '\x01\x02\x03\x04\x05\x06\x10\x12';
const DIGIT_COUNT = 8;

/**
 * Tells when all that was printed has arrived. The kernel passes output on in its own time: a program may have printed and
 * wait for input while we have not received it. A mark that is written to the terminal's own side comes after all of it.
 */
export class Arrival {
  readonly #write: (bytes: Buffer) => number;
  readonly #expected: { readonly mark: Buffer; readonly arrived: () => void }[] = [];
  #held: Buffer = Buffer.alloc(0);
  #count = Math.floor(Math.random() * 1e6);

  /** `write` returns how many bytes the terminal took at once. */
  constructor(write: (bytes: Buffer) => number) {
    this.#write = write;
  }

  /** Whether all that was printed until now has arrived; false: nobody knows. */
  complete(): Promise<boolean> {
    const mark = this.#nextMark();
    if (!this.#put(mark)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), PATIENCE_MS);
      const arrived = () => {
        clearTimeout(late);
        resolve(true);
      };
      this.#expected.push({ mark, arrived });
    });
  }

  /** Calls `onData` with what the program printed, without marks. */
  receive(bytes: Buffer, onData: (bytes: Buffer) => void): void {
    let rest = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#held = Buffer.alloc(0);
    for (let next = this.#expected[0]; next; next = this.#expected[0]) {
      const { mark, arrived } = next;
      const at = rest.indexOf(mark);
      if (at < 0) {
        const begun = beginningAtEnd(rest, mark);
        this.#held = rest.subarray(rest.length - begun);
        rest = rest.subarray(0, rest.length - begun);
        break;
      }
      if (at > 0) onData(rest.subarray(0, at));
      rest = rest.subarray(at + mark.length);
      this.#expected.shift();
      arrived();
    }
    if (rest.length > 0) onData(rest);
  }

  #nextMark(): Buffer {
    const digits = (this.#count++).toString(DIGITS.length).padStart(DIGIT_COUNT, '0');
    return Buffer.from(FIRST + digits.replace(/\d/g, (digit) => DIGITS.charAt(Number(digit))));
  }

  /** Terminals have room for far more than a mark, or for nothing at all. */
  #put(mark: Buffer): boolean {
    try {
      return this.#write(mark) === mark.length;
    } catch {
      return false;
    }
  }
}

/** How many bytes at the end may be the beginning of the mark. */
function beginningAtEnd(bytes: Buffer, mark: Buffer): number {
  for (let length = Math.min(mark.length - 1, bytes.length); length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(mark.subarray(0, length))) return length;
  }
  return 0;
}
