import { lstatSync } from 'node:fs';

/** However long files go on to change, they are given after so many times the pause that was asked for, or so long. */
const LONGEST_PAUSES = 20;
const LONGEST_MS = 1000;

/** Files that have changed and were not given out yet. */
export class Changes {
  /** Whether each was there before. */
  readonly #changed = new Map<string, boolean>();
  readonly #ignored: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  #onChange: (() => void) | undefined;

  constructor(ignored: (paths: readonly string[]) => Promise<ReadonlySet<string>>) {
    this.#ignored = ignored;
  }

  note(path: string, wasThere: boolean): void {
    if (!this.#changed.has(path)) this.#changed.set(path, wasThere);
    this.#onChange?.();
  }

  /** Waits until something has changed, and then until nothing has for a while, or until it is aborted. */
  async settle(pauseMs: number, signal: AbortSignal): Promise<void> {
    if (this.#changed.size === 0) await this.#change(signal);
    const latest = performance.now() + Math.max(LONGEST_MS, LONGEST_PAUSES * pauseMs);
    while (!signal.aborted && performance.now() <= latest) {
      if (!(await this.#change(signal, pauseMs))) return;
    }
  }

  /** Gives what has changed, without what is ignored, and what came and went in the meantime. */
  async take(): Promise<readonly string[]> {
    const changed = [...this.#changed].filter(([path, wasThere]) => wasThere || isThere(path)).map(([path]) => path);
    this.#changed.clear();
    if (changed.length === 0) return [];
    const ignored = await this.#ignored(changed);
    return changed.filter((path) => !ignored.has(path)).sort();
  }

  /** Whether something changed before the time was over. */
  #change(signal: AbortSignal, ms?: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (changed: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#onChange = undefined;
        resolve(changed);
      };
      const onAbort = () => end(false);
      const timer = ms === undefined ? undefined : setTimeout(() => end(false), ms);
      this.#onChange = () => end(true);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
