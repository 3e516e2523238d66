import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_VARIABLE, type Place } from '@helve/command';

type Where = Pick<Place, 'env' | 'home'>;

/** How long the values of an agent are kept that no longer changes them, in milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The folder in which the caller's own values are kept: those of a person in the home, those of an agent in a folder of
 * its own, so that they do not change what the person's later commands run.
 */
export function ownFolder({ env, home }: Where): string {
  const owner = env[OWNER_VARIABLE];
  if (!owner) return home;
  return join(home, 'owners', owner.replace(/[^\w-]/g, '_').slice(0, 100));
}

/** Whether values of the caller are kept for an agent, beside those of the person. */
export function hasOwner({ env }: Pick<Place, 'env'>): boolean {
  return Boolean(env[OWNER_VARIABLE]);
}

/** Removes what agents have set that are long gone. */
export async function forgetOldOwners(home: string, now: number): Promise<void> {
  const folder = join(home, 'owners');
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > KEPT_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
}
