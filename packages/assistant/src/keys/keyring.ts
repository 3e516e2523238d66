import { CommandError } from '@helve/command';

const SERVICE = 'helve';

/** A key that the keyring of the system keeps; undefined where it has none of that name. */
export async function readFromKeyring(name: string): Promise<string | undefined> {
  const entry = await open(name);
  return (await attempt(() => entry.getPassword())) ?? undefined;
}

export async function writeToKeyring(name: string, key: string): Promise<void> {
  const entry = await open(name);
  await attempt(() => entry.setPassword(key));
}

async function open(name: string) {
  return attempt(async () => {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    // Not the kernel's, which it falls back to: that forgets everything when the machine is started anew.
    return new AsyncEntry(SERVICE, name, { linux: { store: 'secret-service' } });
  });
}

async function attempt<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    throw new CommandError('UNAVAILABLE', `The system keyring is unavailable: ${(thrown as Error).message}`, {
      hint: 'Give the key another way: "$ENV:NAME" for a variable, "$FILE:~/path" for a file that only you can read.',
      cause: thrown,
    });
  }
}
