import type { Direct } from './confine/confine.ts';

/** How a program is started, in a sandbox or without one. */
export interface Attempt {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The same program as one that is started with descriptors, which takes less time. */
  readonly direct?: Direct | undefined;
}

/** What helve knows of a sandbox while it is set up. */
export interface SetUp {
  /** Resolves when the latest attempt is set up, so that the program may start. */
  readonly opened: () => Promise<void>;
  /**
   * Plans the sandbox again after an attempt that has ended. Nothing is returned if the program may have started, if helve
   * stopped the sandbox, or after too many attempts.
   */
  readonly again: () => Promise<Attempt | undefined>;
}

/** A program that was begun. */
export interface Begun {
  /** Resolves when it has ended; the answer is whether it did so by itself. */
  readonly ended: Promise<boolean>;
}

/** Holds calls of a function back until the sandbox is set up, or has failed for good. */
export type Hold = <Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
) => (...args: Args) => Result | undefined;

/**
 * Begins a program. Files come and go between planning a sandbox and mounting them, and then the sandbox ends before the
 * program was started: it is planned and begun again. All that a failed attempt prints must be passed through `hold`.
 */
export async function beginProgram<T extends Begun>(
  first: Attempt & { readonly setUp?: SetUp | undefined },
  begin: (attempt: Attempt, hold: Hold) => T | Promise<T>,
): Promise<T> {
  const { setUp } = first;
  if (setUp === undefined) return begin(first, (act) => act);
  for (let attempt: Attempt = first; ; ) {
    const held = new Held();
    const begun = await begin(attempt, held.hold);
    const mayHaveFailed = await Promise.race([setUp.opened().then(() => false), begun.ended.catch(() => false)]);
    const next = mayHaveFailed ? await setUp.again() : undefined;
    if (next === undefined) {
      held.pass();
      return begun;
    }
    attempt = next;
  }
}

class Held {
  #calls: (() => void)[] | undefined = [];

  readonly hold: Hold =
    (act) =>
    (...args) => {
      if (this.#calls === undefined) return act(...args);
      this.#calls.push(() => act(...args));
      return undefined;
    };

  pass(): void {
    const calls = this.#calls ?? [];
    this.#calls = undefined;
    for (const call of calls) call();
  }
}
