import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { call, CommandError, makeFolder, toCommandError, worded } from '@helve/command';
import * as v from 'valibot';
import { withFileLock } from './file-lock.ts';
import { replaceFile } from './replace-file.ts';

export interface HomeFileOptions<Content> {
  /** Its name in the home: `environment.json`. */
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, Content>;
  /** What a home without the file holds. */
  readonly empty: Content;
  /** What it holds, and the path of the command that fills it, for messages. */
  readonly holds: string;
  readonly fill: string;
  /** Refused when others could have read or written it: it holds what only its owner may know. */
  readonly secret?: true;
}

/** A small JSON file of the home, which only its owner may read. */
export class HomeFile<Content> {
  readonly #options: HomeFileOptions<Content>;

  constructor(options: HomeFileOptions<Content>) {
    this.#options = options;
  }

  /**
   * A broken file is an error: a command must not run without what it was promised. Read at once: every run looks for
   * such files, most homes have none, and to hear so from another thread would take longer.
   */
  async read(home: string): Promise<Content> {
    const { schema, empty, holds, fill, secret } = this.#options;
    const file = this.#path(home);
    let text: string;
    try {
      if (!lstatSync(file, { throwIfNoEntry: false })) return empty;
      // Without waiting: somebody may have put a pipe there.
      const descriptor = openSync(
        file,
        constants.O_RDONLY | constants.O_NONBLOCK | (secret ? constants.O_NOFOLLOW : 0),
      );
      try {
        if (!fstatSync(descriptor).isFile()) throw untrusted(file, 'it is not a regular file');
        if (secret) refuseIfOpenToOthers(file, descriptor);
        text = readFileSync(descriptor, 'utf8');
      } finally {
        closeSync(descriptor);
      }
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === 'ENOENT') return empty;
      if (code === 'ELOOP') throw untrusted(file, 'it is a symbolic link');
      throw toCommandError(thrown, file);
    }
    try {
      return v.parse(schema, JSON.parse(text));
    } catch (thrown) {
      throw new CommandError('INVALID_SETTINGS', `${file} does not contain ${holds} as helve writes them`, {
        hint: worded`Fix it, or remove it and set the ${holds} again: ${call(fill)}`,
        details: { path: file },
        // What could not be parsed may be quoted in the cause.
        ...(secret ? {} : { cause: thrown }),
      });
    }
  }

  /** Changes the content; writers wait for each other, and readers see the old or the new file. */
  async change(home: string, change: (content: Content) => Content): Promise<void> {
    await makeFolder(home, 0o700);
    const file = this.#path(home);
    await withFileLock(`${file}.lock`, async (lock) => {
      const changed = change(await this.read(home));
      lock.check();
      await replaceFile(file, `${JSON.stringify(changed, null, 2)}\n`, 0o600);
    });
  }

  #path(home: string): string {
    return join(home, this.#options.name);
  }
}

function refuseIfOpenToOthers(file: string, descriptor: number): void {
  const found = fstatSync(descriptor);
  if (!getuid) return;
  if (found.uid !== getuid()) throw untrusted(file, 'it belongs to another user');
  const mode = found.mode & 0o777;
  if ((mode & 0o077) !== 0) throw untrusted(file, `others may read or write it (its mode is ${mode.toString(8)})`);
}

function untrusted(file: string, why: string): CommandError {
  return new CommandError('INVALID_SETTINGS', `${file} cannot be trusted: ${why}`, {
    hint: `Others may have read it: remove it and set its contents again, or if you are sure: chmod 600 ${file}`,
    details: { path: file },
  });
}
