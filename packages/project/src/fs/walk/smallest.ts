/** Keeps the first `limit` of many values in an order, without sorting them all. */
export class Smallest<Value> {
  #kept: Value[] = [];
  #last: Value | undefined;
  readonly #limit: number;
  readonly #compare: (a: Value, b: Value) => number;

  constructor(limit: number, compare: (a: Value, b: Value) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  wants(value: Value): boolean {
    return this.#last === undefined || this.#compare(value, this.#last) < 0;
  }

  add(value: Value): void {
    if (!this.wants(value)) return;
    this.#kept.push(value);
    if (this.#kept.length >= this.#limit * 2 + 1000) this.#cut();
  }

  sorted(): Value[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort(this.#compare);
    this.#kept.length = Math.min(this.#kept.length, this.#limit);
    if (this.#kept.length === this.#limit) this.#last = this.#kept.at(-1);
  }
}

/** By UTF-16 code units: the same on every machine, and much faster than by locale. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
