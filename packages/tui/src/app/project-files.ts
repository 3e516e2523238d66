import { runLine } from '@helve/registry';
import type { Host } from '../host.ts';

/** How long a list of files is taken for current, in milliseconds. */
const FRESH_MS = 10_000;

/** The files of the project for `@`: looked for when they are first needed, and again after a while. */
export class ProjectFiles {
  readonly #host: Host;
  readonly #onFound: () => void;
  #files: readonly string[] = [];
  #listedAt = Number.NEGATIVE_INFINITY;

  constructor(host: Host, onFound: () => void) {
    this.#host = host;
    this.#onFound = onFound;
  }

  list(): readonly string[] {
    const now = this.#host.now();
    if (now - this.#listedAt > FRESH_MS) {
      this.#listedAt = now;
      void this.#find();
    }
    return this.#files;
  }

  async #find(): Promise<void> {
    const { registry, caller } = this.#host;
    const { data } = await runLine(registry, 'helve fs list --recursive --limit 50000', caller);
    const { entries = [] } = (data ?? {}) as { entries?: readonly { readonly path: string; readonly type?: string }[] };
    this.#files = entries.filter(({ type }) => type !== 'folder').map(({ path }) => path);
    this.#onFound();
  }
}
