import { MASK } from './mask.ts';

/** Shorter values would hide parts of ordinary words. */
const SHORTEST = 4;

/** Passwords that commands have typed. Pages can show them anywhere: in titles, dialogs, URLs, the console. */
export class TypedSecrets {
  readonly #values = new Set<string>();

  add(value: string): void {
    if (value.length < SHORTEST) return;
    for (const form of [value, encodeURIComponent(value), new URLSearchParams({ v: value }).toString().slice(2)]) {
      this.#values.add(form);
    }
  }

  /** The same data without any of these passwords. */
  mask<Value>(data: Value): Value {
    return this.#values.size === 0 ? data : (this.#masked(data) as Value);
  }

  #masked(data: unknown): unknown {
    if (typeof data === 'string') return [...this.#values].reduce((text, value) => text.replaceAll(value, MASK), data);
    if (Array.isArray(data)) return data.map((each) => this.#masked(each));
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, this.#masked(value)]));
  }
}
