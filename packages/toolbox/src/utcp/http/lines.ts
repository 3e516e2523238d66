/** Cuts the text of a stream into lines, however it comes in pieces. */
export class Lines {
  #pieces: string[] = [];
  #waiting = 0;
  #afterReturn = false;

  /** Characters of a line that has not ended yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The lines that this text brings to an end: with a line feed, a carriage return or both. */
  read(text: string): string[] {
    if (text === '') return [];
    const fresh = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#afterReturn = text.endsWith('\r');
    if (!/[\r\n]/.test(fresh)) {
      this.#pieces.push(fresh);
      this.#waiting += fresh.length;
      return [];
    }
    const lines = (this.#pieces.join('') + fresh).split(/\r\n|\n|\r/);
    const rest = lines.pop() ?? '';
    this.#pieces = [rest];
    this.#waiting = rest.length;
    return lines;
  }

  /** What is left without an end. */
  rest(): string {
    const rest = this.#pieces.join('');
    this.#pieces = [];
    this.#waiting = 0;
    this.#afterReturn = false;
    return rest;
  }
}
