import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { foundAt } from '../protocol.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

const browser = v.object({
  name: v.string(),
  instance: v.string(),
  /** `Chrome/156.0…` */
  kind: v.string(),
  /** SHA-256 of the token, in hex. */
  tokenHash: v.string(),
  pairedAt: v.number(),
});

const FILE = v.object({ browsers: v.array(browser) });

export type PairedBrowser = v.InferOutput<typeof browser>;

/**
 * The browsers that may connect, in `browsers.json` of the home. The file is read and checked each time: one that was
 * opened to others stops working at once. Of a token only the hash is kept.
 */
export class PairedBrowsers {
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  all(): readonly PairedBrowser[] {
    return readOwnFile(this.#home, 'browsers.json', FILE)?.browsers ?? [];
  }

  /** Takes in a browser and gives its token. One that is paired again keeps its name unless it is given another. */
  add(claim: { readonly instance: string; readonly kind: string; readonly name: string | undefined }, now: number) {
    const token = randomBytes(32).toString('base64url');
    const before = this.all();
    const others = before.filter(({ instance, name }) => instance !== claim.instance && name !== claim.name);
    const known = before.find(({ instance }) => instance === claim.instance)?.name;
    const added: PairedBrowser = {
      name: claim.name ?? known ?? freeName(claim.kind, others),
      instance: claim.instance,
      kind: claim.kind,
      tokenHash: hashOf(token),
      pairedAt: now,
    };
    writeOwnFile(this.#home, 'browsers.json', { browsers: [...others, added] });
    return { token, browser: added };
  }

  /** Forgets a browser, whose token is void with that; gives what was known of it. */
  remove(name: string): PairedBrowser | undefined {
    const before = this.all();
    const gone = before.find((browser) => browser.name === name);
    if (gone) writeOwnFile(this.#home, 'browsers.json', { browsers: before.filter((browser) => browser !== gone) });
    return gone;
  }

  /** Whose token it is. */
  find(token: string): PairedBrowser | undefined {
    const given = Buffer.from(hashOf(token));
    let found: PairedBrowser | undefined;
    for (const candidate of this.all()) {
      const wanted = Buffer.from(candidate.tokenHash);
      if (wanted.length === given.length && timingSafeEqual(wanted, given)) found = candidate;
    }
    return found;
  }

  /** Shows each browser that this is the service it is paired with. */
  proofs(port: number, nonce: string): string[] {
    return this.all().map(({ tokenHash }) =>
      createHmac('sha256', tokenHash).update(foundAt(port, nonce)).digest('hex'),
    );
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function freeName(kind: string, taken: readonly PairedBrowser[]): string {
  const base = (/^\w+/.exec(kind)?.[0] ?? 'browser').toLowerCase();
  const names = new Set(taken.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!names.has(name)) return name;
  }
}
