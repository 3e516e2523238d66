import { withoutDot } from './line.ts';
import { byText, Smallest } from '../walk/smallest.ts';

/** The path of a file that ripgrep names otherwise. */
export type NameOf = (path: string) => string;

export interface FileCount {
  path: string;
  count: number;
}

/** Takes apart what ripgrep gives for whole files: `path NUL`, or `path NUL count`, and keeps the first by path. */
export class GrepFiles {
  readonly #counted: boolean;
  readonly #wants: (path: string) => boolean;
  readonly #kept: Smallest<FileCount>;
  #rest: Buffer = Buffer.alloc(0);
  total = 0;
  files = 0;

  constructor(limit: number, counted: boolean, wants: (path: string) => boolean) {
    this.#counted = counted;
    this.#wants = wants;
    this.#kept = new Smallest(limit, (a, b) => byText(a.path, b.path));
  }

  /** `nameOf` turns a path of ripgrep's into that of the file. */
  add(chunk: Buffer, nameOf: NameOf = (path) => path): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const nul = bytes.indexOf(0, at);
      const end = nul === -1 || !this.#counted ? nul : bytes.indexOf(10, nul);
      if (end === -1) break;
      const count = this.#counted ? Number(bytes.toString('latin1', nul + 1, end)) : 1;
      this.#addFile(nameOf(withoutDot(bytes.toString('utf8', at, nul))), count);
      at = end + 1;
    }
    this.#rest = bytes.subarray(at);
  }

  #addFile(path: string, count: number): void {
    if (!this.#wants(path)) return;
    this.files++;
    this.total += count;
    this.#kept.add({ path, count });
  }

  sorted(): FileCount[] {
    return this.#kept.sorted();
  }
}
