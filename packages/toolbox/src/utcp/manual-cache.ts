import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfiguredManual } from './configured.ts';
import type { Manual } from './manual-format.ts';
import { readManual } from './read-manual.ts';

/** A manual as it was read last; one whose template has changed since is another manual. */
export async function cachedManual(home: string, manual: ConfiguredManual): Promise<Manual | undefined> {
  try {
    const text = await readFile(fileOf(home, manual), 'utf8');
    return readManual(JSON.parse(text), manual).manual;
  } catch {
    // Not there, or not as we write it: it can be read again from where it came.
    return undefined;
  }
}

export async function cacheManual(home: string, manual: ConfiguredManual, content: Manual): Promise<void> {
  const file = fileOf(home, manual);
  const temp = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await mkdir(join(home, 'utcp-manuals'), { recursive: true, mode: 0o700 });
    await writeFile(temp, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
    await rename(temp, file);
  } catch {
    // A full disk must not fail the call.
    await rm(temp, { force: true }).catch(() => {});
  }
}

export async function forgetManual(home: string, manual: ConfiguredManual): Promise<void> {
  await rm(fileOf(home, manual), { force: true });
}

function fileOf(home: string, { name, template }: ConfiguredManual): string {
  const hash = createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 16);
  return join(home, 'utcp-manuals', `${name.slice(0, 64)}-${hash}.json`);
}
