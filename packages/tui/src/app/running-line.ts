import { sanitise } from '../text/sanitise.ts';
import { line, plainText } from '../text/span.ts';
import { clip } from '../text/wrap.ts';

/** A line of the user's that runs until it ends or is stopped. */
export interface Running {
  readonly line: string;
  readonly stop: () => void;
}

const AFTER = ' runs (esc to stop)';

/** The line that runs now, such as `! make`, if there is one. */
export class RunningLine {
  #current: Running | undefined;

  get current(): Running | undefined {
    return this.#current;
  }

  /** Tells that a line runs; a long one is cut, so that how to stop it is always seen. */
  hint(columns: number): string | undefined {
    if (!this.#current) return undefined;
    const room = Math.max(1, columns - AFTER.length - 2);
    return `${plainText(clip(line(sanitise(this.#current.line.replace(/\s+/g, ' '))), room))}${AFTER}`;
  }

  /** Does nothing while another line runs. */
  start(running: Running): void {
    this.#current ??= running;
  }

  end(running: Running): void {
    if (this.#current === running) this.#current = undefined;
  }
}
