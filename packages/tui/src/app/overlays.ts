import type { Key } from '../keys/key.ts';
import type { Overlay } from '../overlays/overlay.ts';

interface Open {
  /** It stays the same while keys change the overlay. */
  readonly count: number;
  readonly overlay: Overlay<unknown>;
  readonly resolve: (result: unknown) => void;
}

/** What takes the place of the input, one at a time; what is asked meanwhile waits for its turn. */
export class Overlays {
  #open: Open[] = [];
  #count = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get current(): Overlay<unknown> | undefined {
    return this.#open[0]?.overlay;
  }

  /** Which of all that were shown it is. */
  get asked(): number | undefined {
    return this.#open[0]?.count;
  }

  /**
   * Shows it until the user is done with it, or `signal` says that it is not needed any more; `isFirst` where the user
   * wants to see it now, before what is asked.
   */
  show<Result>(overlay: Overlay<Result>, signal?: AbortSignal, { isFirst = false } = {}): Promise<Result | undefined> {
    return new Promise((resolve) => {
      const open: Open = { count: ++this.#count, overlay, resolve: (result) => resolve(result as Result | undefined) };
      if (isFirst) this.#open.unshift(open);
      else this.#open.push(open);
      signal?.addEventListener('abort', () => this.#close(open, undefined), { once: true });
      if (signal?.aborted) this.#close(open, undefined);
      this.#onChange();
    });
  }

  /** Says whether the key was taken, and what turned out to be no answer but part of a message. */
  press(key: Key): { readonly isTaken: boolean; readonly message?: string | undefined } {
    const [open, ...others] = this.#open;
    const step = open?.overlay.press(key);
    if (!open || !step || 'ignored' in step) return { isTaken: false };
    if ('done' in step) this.#close(open, step.done);
    else this.#open = [{ ...open, overlay: step.next }, ...others];
    this.#onChange();
    return { isTaken: true, message: 'next' in step ? step.message : undefined };
  }

  /** Leaves all that is open without an answer. */
  closeAll(): void {
    for (const { resolve } of this.#open.splice(0)) resolve(undefined);
  }

  #close(open: Open, result: unknown): void {
    this.#open = this.#open.filter(({ resolve }) => resolve !== open.resolve);
    open.resolve(result);
    this.#onChange();
  }
}
