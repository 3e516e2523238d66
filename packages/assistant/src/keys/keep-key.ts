import { join } from 'node:path';
import { pid } from 'node:process';
import { CommandError, makeFolder } from '@helve/command';

/** Where a key is kept, and how the settings refer to it. */
export interface KeptKey {
  readonly reference: string;
  readonly where: 'keyring' | 'file';
}

/** Keeps the key of a provider in the keyring of the system; where there is none, in a file that only the user may read. */
export async function keepKey(provider: string, key: string, home: string): Promise<KeptKey> {
  const { writeToKeyring } = await import('./keyring.ts');
  try {
    await writeToKeyring(provider, key);
    return { reference: `$KEYRING:${provider}`, where: 'keyring' };
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
  }
  const { open, rename } = await import('node:fs/promises');
  const file = join(home, `${provider}.key`);
  await makeFolder(home, 0o700);
  const draft = `${file}.${pid}.tmp`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  return { reference: `$FILE:${file}`, where: 'file' };
}
