import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, toCommandError } from '@helve/registry';
import * as v from 'valibot';
import { withFileLock } from './file-lock.ts';

/** What `terminal env` changed: variables that every command gets, and inherited ones that none gets. */
export interface StoredEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
}

const Stored = v.object({ variables: v.record(v.string(), v.string()), removed: v.array(v.string()) });

/** The variables kept in the home. A broken file is an error: a command must not run without what it was promised. */
export async function readStored(home: string): Promise<StoredEnvironment> {
  const file = join(home, 'environment.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return { variables: {}, removed: [] };
    throw toCommandError(thrown, file);
  }
  try {
    return v.parse(Stored, JSON.parse(text));
  } catch (thrown) {
    throw new CommandError('INVALID_SETTINGS', `${file} does not hold variables as helve writes them`, {
      hint: `Mend it, or remove it and set the variables again: helve terminal env set`,
      details: { path: file },
      cause: thrown,
    });
  }
}

/** Changes the variables; writers wait for each other, and readers see the old or the new file. */
export async function changeStored(
  home: string,
  change: (stored: StoredEnvironment) => StoredEnvironment,
): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const file = join(home, 'environment.json');
  await withFileLock(`${file}.lock`, async () => {
    const changed = change(await readStored(home));
    const temp = `${file}.${randomBytes(8).toString('hex')}.tmp`;
    try {
      const handle = await open(temp, 'wx', 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(changed, null, 2)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temp, file);
    } catch (thrown) {
      await rm(temp, { force: true });
      throw toCommandError(thrown, file);
    }
  });
}
