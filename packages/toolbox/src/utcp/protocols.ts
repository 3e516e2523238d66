import { CommandError, didYouMean, nearest } from '@helve/command';
import type { Protocol } from './protocol.ts';

/** The protocols there are, each loaded when it is first needed. */
export type ProtocolLoaders = Readonly<Record<string, () => Promise<Protocol>>>;

/** Gives the protocol of a type, and ends those that were given. */
export class Protocols {
  readonly #loaders: ProtocolLoaders;
  readonly #loaded = new Map<string, Promise<Protocol>>();

  constructor(loaders: ProtocolLoaders) {
    this.#loaders = loaders;
  }

  get(type: string): Promise<Protocol> {
    const loader = Object.hasOwn(this.#loaders, type) ? this.#loaders[type] : undefined;
    if (!loader) return Promise.reject(this.#unknown(type));
    let loading = this.#loaded.get(type);
    if (!loading) this.#loaded.set(type, (loading = loader()));
    return loading;
  }

  async close(): Promise<void> {
    const loaded = [...this.#loaded.values()];
    this.#loaded.clear();
    await Promise.all(loaded.map(async (loading) => (await loading).close?.()));
  }

  #unknown(type: string): CommandError {
    const known = Object.keys(this.#loaders);
    const [suggestion] = nearest(type, known);
    return new CommandError('INVALID_INPUT', `There is no protocol ${JSON.stringify(type)}`, {
      hint: didYouMean(type, known, `There are: ${known.join(', ')}.`),
      details: { type, ...(suggestion ? { suggestion } : {}) },
    });
  }
}
