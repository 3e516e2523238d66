/** How much of what a server says beside its answers is kept. */
const KEPT = 8 * 1024;

/** The end of a text that may never stop growing. */
export class Tail {
  #text = '';
  #cut = false;

  add(text: string): void {
    const all = this.#text + (text.length > KEPT ? text.slice(-KEPT) : text);
    this.#cut ||= all.length > KEPT || text.length > KEPT;
    this.#text = all.slice(-KEPT);
  }

  /** Whole lines where there are any. */
  read(): string {
    if (!this.#cut) return this.#text.trim();
    const line = this.#text.indexOf('\n');
    return `…\n${(line >= 0 && line < KEPT / 2 ? this.#text.slice(line + 1) : this.#text).trim()}`;
  }
}
