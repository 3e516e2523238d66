/** A line of the user's that runs until it ends or is stopped. */
export interface Running {
  readonly line: string;
  readonly stop: () => void;
}

/** The line that runs now, such as `! make`, if there is one. */
export class RunningLine {
  #current: Running | undefined;

  get current(): Running | undefined {
    return this.#current;
  }

  /** Does nothing while another line runs. */
  start(running: Running): void {
    this.#current ??= running;
  }

  end(running: Running): void {
    if (this.#current === running) this.#current = undefined;
  }
}
