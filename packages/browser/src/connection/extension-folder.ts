import { cp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, makeFolder } from '@helve/command';

/** What tells an extension that was started for it how to pair by itself. */
export interface Bootstrap {
  readonly port: number;
  readonly code: string;
}

/** The built extension: beside the bundle's chunks, or from the sources in its own package. */
export function builtExtension(): string {
  const places = [
    join(import.meta.dirname, '../extension'),
    join(import.meta.dirname, '../../../extension/dist/unpacked'),
  ];
  const found = places.find((place) => existsSync(join(place, 'manifest.json')));
  if (found) return found;
  throw new CommandError('NOT_FOUND', 'The extension is not built', { hint: 'Run: npm run build' });
}

/** Copies the extension and lays beside its files what it needs to pair by itself. Only the owner may read it. */
export async function prepareExtension(folder: string, bootstrap: Bootstrap | undefined): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder, 0o700);
  await cp(builtExtension(), folder, { recursive: true });
  if (!bootstrap) return;
  await writeFile(join(folder, 'bootstrap.json'), JSON.stringify(bootstrap), { mode: 0o600 });
}
