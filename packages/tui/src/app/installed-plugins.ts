import { runLine } from '@helve/doors';
import type { Host } from '../host.ts';

/** A plugin that is installed, as the user names it. */
export interface InstalledPlugin {
  readonly id: string;
  readonly description: string;
  readonly enabled: boolean;
}

/** The installed plugins, to choose from: looked for whenever they are asked for, as anybody may change them. */
export class InstalledPlugins {
  readonly #host: Host;
  readonly #onFound: () => void;
  #known: readonly InstalledPlugin[] = [];
  /** Looks that were asked for and are not over; what comes while one goes on is one more. */
  #looks = 0;

  constructor(host: Host, onFound: () => void) {
    this.#host = host;
    this.#onFound = onFound;
  }

  /** Those that were found last. */
  list(): readonly InstalledPlugin[] {
    this.#looks = Math.min(this.#looks + 1, 2);
    if (this.#looks === 1) void this.#look();
    return this.#known;
  }

  async #look(): Promise<void> {
    const { registry, caller } = this.#host;
    const { data } = await runLine(registry, 'helve plugin list', caller);
    this.#looks--;
    const { plugins = [] } = (data ?? {}) as { readonly plugins?: readonly InstalledPlugin[] };
    const found = plugins.map(({ id, description, enabled }) => ({ id, description, enabled }));
    const isNew = JSON.stringify(found) !== JSON.stringify(this.#known);
    this.#known = found;
    if (isNew) this.#onFound();
    if (this.#looks > 0) await this.#look();
  }
}
