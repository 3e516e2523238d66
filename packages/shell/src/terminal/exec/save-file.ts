import { randomBytes } from 'node:crypto';
import { chmod, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, makeFolder, parameter, realPath, toCommandError, worded } from '@helve/command';
import { ByteFile } from './byte-file.ts';

/** A file that output goes to: beside its place while the run goes on, and in its place once it is over. */
export class SaveFile {
  readonly path: string;
  readonly #temp: ByteFile;
  readonly #mode: number | undefined;

  private constructor(path: string, temp: ByteFile, mode: number | undefined) {
    this.path = path;
    this.#temp = temp;
    this.#mode = mode;
  }

  static async create(wanted: string): Promise<SaveFile> {
    // The file that a link leads to is written, not the link.
    const path = realPath(wanted);
    const found = await stat(path).catch(() => undefined);
    if (found && !found.isFile()) {
      throw new CommandError(found.isDirectory() ? 'IS_DIRECTORY' : 'NOT_A_FILE', `${wanted} is not a file`, {
        hint: worded`Name a file for the output: ${parameter('saveTo')} out.txt`,
        details: { path: wanted },
      });
    }
    try {
      await makeFolder(dirname(path));
      const name = join(dirname(path), `.helve-${randomBytes(12).toString('hex')}.tmp`);
      return new SaveFile(path, await ByteFile.create(name, 0o666), found?.mode);
    } catch (thrown) {
      throw toCommandError(thrown, wanted);
    }
  }

  get bytes(): number {
    return this.#temp.bytes;
  }

  get failed(): boolean {
    return this.#temp.failure !== undefined;
  }

  write(chunk: Uint8Array): Promise<unknown> | undefined {
    return this.#temp.write(chunk);
  }

  async putInPlace(): Promise<void> {
    await this.#temp.close();
    try {
      if (this.#temp.failure) throw this.#temp.failure;
      if (this.#mode !== undefined) await chmod(this.#temp.path, this.#mode);
      await rename(this.#temp.path, this.path);
    } catch (thrown) {
      throw toCommandError(thrown, this.path);
    }
  }

  /** Removes what was not put in place. */
  async dispose(): Promise<void> {
    await this.#temp.close();
    await rm(this.#temp.path, { force: true });
  }
}
