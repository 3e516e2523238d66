import { createHash, randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, readFileIfAny } from '@helve/command';

export interface StoreLimits {
  /** Bytes that all contents may take together. */
  readonly total: number;
}

const LIMITS: StoreLimits = { total: 500 * 1024 * 1024 };

/**
 * Earlier contents of files, in the state folder, each under the hash of what it is: what is the same is kept once. When
 * they take too much room, the oldest go.
 */
export class ContentStore {
  readonly #folder: string;
  readonly #limits: StoreLimits;
  /** Bytes that were added since the last look at all of it; before the first look, none knows. */
  #added = Number.POSITIVE_INFINITY;

  constructor(home: string, limits: StoreLimits = LIMITS) {
    this.#folder = join(home, 'snapshots');
    this.#limits = limits;
  }

  /** Keeps a content and gives its hash. */
  async keep(content: Buffer, now: number): Promise<string> {
    const hash = hashOf(content);
    const file = join(this.#folder, hash);
    const seconds = now / 1000;
    // One that is needed again is as good as new.
    if (await utimes(file, seconds, seconds).then(yes, no)) return hash;
    await makeFolder(this.#folder, 0o700);
    const temp = join(this.#folder, `.${randomBytes(12).toString('hex')}.tmp`);
    try {
      await writeFile(temp, content, { flag: 'wx', mode: 0o600 });
      await utimes(temp, seconds, seconds);
      await rename(temp, file);
    } catch (thrown) {
      await rm(temp, { force: true });
      throw thrown;
    }
    this.#added += content.length;
    if (this.#added > this.#limits.total / 10) await this.#prune(hash);
    return hash;
  }

  /** A content; undefined where it is not kept any more, or is not what it was. */
  async read(hash: string): Promise<Buffer | undefined> {
    const content = readFileIfAny(join(this.#folder, hash));
    return content && hashOf(content) === hash ? content : undefined;
  }

  async #prune(newest: string): Promise<void> {
    const names = await readdir(this.#folder);
    const found = await Promise.all(
      names.map(async (name) => {
        const stats = await stat(join(this.#folder, name)).catch(() => undefined);
        return { name, size: stats?.size ?? 0, at: stats?.mtimeMs ?? 0 };
      }),
    );
    let total = found.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of found.toSorted((a, b) => a.at - b.at)) {
      if (total <= this.#limits.total) break;
      if (name === newest) continue;
      await rm(join(this.#folder, name), { force: true });
      total -= size;
    }
    this.#added = 0;
  }
}

export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

const yes = () => true;
const no = () => false;
