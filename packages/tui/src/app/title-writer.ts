/** Writes the title of the terminal's window when it has changed. */
export class TitleWriter {
  readonly #write: (text: string) => void;
  #shown: string | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  show(title: string | undefined): void {
    if (title === undefined || title === this.#shown) return;
    this.#shown = title;
    this.#write(`\x1b]2;${title}\x1b\\`);
  }

  /** Another program may have given the window its own title. */
  forget(): void {
    this.#shown = undefined;
  }
}
