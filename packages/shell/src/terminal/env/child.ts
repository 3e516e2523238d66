import { RUN_VARIABLE } from '@helve/processes';
import type { Place } from '@helve/command';
import { HomeFile } from '@helve/settings';
import { looksLikeCredential, looksSecret } from './credential.ts';
import * as v from 'valibot';

export interface ChildEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** Inherited variables that look like credentials and were therefore left out. */
  readonly withheld: readonly string[];
}

/** What may be changed for one call. */
export interface EnvironmentChanges {
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Variables that pass although they look like credentials. */
  readonly allowEnv?: readonly string[] | undefined;
  /** Programs in the sandbox get no credentials: none pass by name, and values that hold one are recognised too. */
  readonly sandbox?: boolean | undefined;
}

/**
 * The environment of a command: the caller's without what looks like a credential, then what `terminal env` set, then
 * what this call sets. What somebody set on purpose passes whatever its name.
 */
export async function childEnvironment(
  context: Pick<Place, 'env' | 'home'>,
  changes: EnvironmentChanges = {},
): Promise<ChildEnvironment> {
  const stored = await readStored(context.home);
  const allowed = new Set(changes.sandbox ? [] : changes.allowEnv);
  const isWithheld = changes.sandbox ? looksSecret : looksLikeCredential;
  const variables: Record<string, string> = {};
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(context.env)) {
    if (value === undefined || name === RUN_VARIABLE || stored.removed.includes(name)) continue;
    if (isWithheld(name, value) && !allowed.has(name)) withheld.push(name);
    else variables[name] = value;
  }
  Object.assign(variables, stored.variables, changes.env);
  return { variables, withheld: withheld.filter((name) => !(name in variables)) };
}

/** What `terminal env` changed: variables that every command gets, and inherited ones that none gets. */
export interface StoredEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
}

const file = new HomeFile<StoredEnvironment>({
  name: 'environment.json',
  schema: v.object({ variables: v.record(v.string(), v.string()), removed: v.array(v.string()) }),
  empty: { variables: {}, removed: [] },
  holds: 'variables',
  fill: 'helve terminal env set',
});

/** The variables kept in the home. */
export function readStored(home: string): Promise<StoredEnvironment> {
  return file.read(home);
}

export function changeStored(home: string, change: (stored: StoredEnvironment) => StoredEnvironment): Promise<void> {
  return file.change(home, change);
}
