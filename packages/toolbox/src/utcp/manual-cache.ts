import { createHash, randomBytes } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, readRegularText } from '@helve/command';
import type { ConfiguredManual } from './configured.ts';
import type { Manual } from './manual-format.ts';
import { readManual } from './read-manual.ts';

/** A manual as it was read last; one whose template has changed since is another manual. */
export async function cachedManual(home: string, manual: ConfiguredManual): Promise<Manual | undefined> {
  try {
    const file = fileOf(home, manual);
    const { mtimeMs, size } = await stat(file);
    return await remembered(`${file} ${mtimeMs} ${size}`, async () => {
      const text = readRegularText(file);
      return readManual(JSON.parse(text), manual).manual;
    });
  } catch {
    // Not there, or not as we write it: it can be read again from where it came.
    return undefined;
  }
}

const MOST_REMEMBERED = 50;
const memory = new Map<string, Promise<Manual>>();

/** Reads a manual once in a process, as long as its key stays the same. One that cannot be read is not remembered. */
export function remembered(key: string, read: () => Promise<Manual>): Promise<Manual> {
  const known = memory.get(key);
  if (known) return known;
  const [oldest] = memory.keys();
  if (memory.size >= MOST_REMEMBERED && oldest !== undefined) memory.delete(oldest);
  const reading = read();
  memory.set(key, reading);
  reading.catch(() => memory.delete(key));
  return reading;
}

export async function cacheManual(home: string, manual: ConfiguredManual, content: Manual): Promise<void> {
  const file = fileOf(home, manual);
  const temp = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await makeFolder(join(home, 'utcp-manuals'), 0o700);
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
