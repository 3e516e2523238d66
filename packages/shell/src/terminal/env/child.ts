import { looksLikeCredential, looksSecret, RUN_VARIABLE } from '@helve/processes';
import type { Context, Place } from '@helve/command';
import { HomeFile } from '@helve/settings';
import * as v from 'valibot';
import { forgetOldOwners, hasOwner, ownFolder } from '../owner.ts';

export interface ChildEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** Inherited variables that look like credentials and were therefore left out. */
  readonly withheld: readonly string[];
  /** Values set on purpose that look like credentials: programs get them, and output and logs do not show them. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** What may be changed for one call. */
export interface EnvironmentChanges {
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Variables that pass although they look like credentials. */
  readonly allowEnv?: readonly string[] | undefined;
  /** Programs in the sandbox get no credentials: none pass by name, and values that hold one are recognised too. */
  readonly confined?: boolean | undefined;
}

/**
 * The environment of a command: the caller's without what looks like a credential, then what `terminal env` set, then
 * what this call sets. What somebody set on purpose passes whatever its name.
 */
export async function childEnvironment(
  context: Pick<Place, 'env' | 'home'>,
  changes: EnvironmentChanges = {},
): Promise<ChildEnvironment> {
  const stored = await readStored(context);
  const allowed = new Set(changes.confined ? [] : changes.allowEnv);
  const isWithheld = changes.confined ? looksSecret : looksLikeCredential;
  const variables: Record<string, string> = {};
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(context.env)) {
    if (value === undefined || name === RUN_VARIABLE || stored.removed.includes(name)) continue;
    if (isWithheld(name, value) && !allowed.has(name)) withheld.push(name);
    else variables[name] = value;
  }
  const set = { ...stored.variables, ...changes.env };
  Object.assign(variables, set);
  const hidden = Object.entries(set).filter(([name, value]) => value.length >= SHORTEST && looksSecret(name, value));
  return {
    variables,
    withheld: withheld.filter((name) => !(name in variables)),
    hidden: Object.fromEntries(hidden),
  };
}

/** Shorter values are everywhere in output by chance. */
const SHORTEST = 4;

/** What `terminal env` changed: variables that every command gets, and inherited ones that none gets. */
export interface StoredEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
}

/** A value as it is in the file: encrypted, or as it is where somebody wrote it there. */
type StoredValue = string | { readonly sealed: string };

interface StoredFile {
  readonly variables: Readonly<Record<string, StoredValue>>;
  readonly removed: readonly string[];
}

const file = new HomeFile<StoredFile>({
  name: 'environment.json',
  schema: v.object({
    variables: v.record(v.string(), v.union([v.string(), v.object({ sealed: v.string() })])),
    removed: v.array(v.string()),
  }),
  empty: { variables: {}, removed: [] },
  holds: 'variables',
  fill: 'terminal env set',
});

/** The variables that are kept for the caller: the person's, and over them those of an agent. */
async function readStored(where: Pick<Place, 'env' | 'home'>): Promise<StoredEnvironment> {
  const stored = await openStored(where.home);
  if (!hasOwner(where)) return stored;
  const own = await openStored(ownFolder(where));
  const variables = { ...stored.variables, ...own.variables };
  for (const name of own.removed) delete variables[name];
  const removed = [...stored.removed.filter((name) => !(name in own.variables)), ...own.removed];
  return { variables, removed };
}

/** The names of variables that a person has set. */
export async function storedNames(home: string): Promise<readonly string[]> {
  return Object.keys((await file.read(home)).variables);
}

async function openStored(folder: string): Promise<StoredEnvironment> {
  const { variables, removed } = await file.read(folder);
  const entries = Object.entries(variables);
  // Most homes have none, and encryption takes long to load.
  if (entries.length === 0) return { variables: {}, removed };
  const { openValue } = await import('./sealed-value.ts');
  const opened = entries.map(([name, value]) => [
    name,
    typeof value === 'string' ? value : openValue(folder, name, value.sealed),
  ]);
  return { variables: Object.fromEntries(opened) as Readonly<Record<string, string>>, removed };
}

/** Changes what is kept of the caller's own. Values are encrypted, so that a copy of the file or a search over the disk shows none. */
export async function changeStored(
  { place, now }: Pick<Context, 'place' | 'now'>,
  change: (stored: Readonly<StoredFile>) => StoredFile,
): Promise<void> {
  const { sealValue } = await import('./sealed-value.ts');
  const folder = ownFolder(place);
  await file.change(folder, (stored) => {
    const { variables, removed } = change(stored);
    const sealed = Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? { sealed: sealValue(folder, value) } : value,
    ]);
    return { variables: Object.fromEntries(sealed) as StoredFile['variables'], removed };
  });
  if (hasOwner(place)) await forgetOldOwners(place.home, now());
}
