import { quoteWord } from '@helve/command/line';
import { runLine } from '@helve/doors';
import type { Host } from '../host.ts';

/** How long a list of files is taken for current, in milliseconds. */
const FRESH_MS = 10_000;

/** What is not among the files of the project: hidden places, and those outside. */
const ELSEWHERE = /^(?:\/|~\/)|(?:^|\/)\.[^/]*/;

interface Listed {
  readonly path: string;
  readonly type?: string;
}

/** The files for `@`: looked for when they are first needed, and again after a while. */
export class ProjectFiles {
  readonly #host: Host;
  readonly #onFound: () => void;
  #files: readonly string[] = [];
  #listedAt = Number.NEGATIVE_INFINITY;
  /** What is in the folder that was named last. */
  #elsewhere: { readonly folder: string; readonly at: number; readonly paths: readonly string[] } | undefined;

  constructor(host: Host, onFound: () => void) {
    this.#host = host;
    this.#onFound = onFound;
  }

  /** Those that a query can mean: all of the project, and where it leads elsewhere, what is in that folder. */
  list(query: string): readonly string[] {
    const now = this.#host.now();
    if (now - this.#listedAt > FRESH_MS) {
      this.#listedAt = now;
      void this.#find();
    }
    return ELSEWHERE.test(query) ? this.#within(query.slice(0, query.lastIndexOf('/') + 1), now) : this.#files;
  }

  #within(folder: string, now: number): readonly string[] {
    const known = this.#elsewhere;
    if (known?.folder !== folder || now - known.at > FRESH_MS) {
      this.#elsewhere = { folder, at: now, paths: known?.folder === folder ? known.paths : [] };
      void this.#look(folder, now);
    }
    return this.#elsewhere?.paths ?? [];
  }

  async #find(): Promise<void> {
    const entries = await this.#entries('--recursive --limit 50000');
    this.#files = entries.filter(({ type }) => type !== 'folder').map(({ path }) => path);
    this.#onFound();
  }

  async #look(folder: string, at: number): Promise<void> {
    const entries = await this.#entries(`--path ${quoteWord(folder === '' ? '.' : folder)} --all`);
    if (this.#elsewhere?.folder !== folder) return;
    const paths = entries.map(({ path, type }) => `${folder}${nameOf(path)}${type === 'folder' ? '/' : ''}`);
    this.#elsewhere = { folder, at, paths };
    this.#onFound();
  }

  async #entries(flags: string): Promise<readonly Listed[]> {
    const { registry, caller } = this.#host;
    const { data } = await runLine(registry, `helve fs list ${flags}`, caller);
    return (data as { readonly entries: readonly Listed[] } | undefined)?.entries ?? [];
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
