import { RUN_VARIABLE } from '@helve/processes';
import type { Context } from '@helve/command';
import { looksLikeCredential, looksSecret } from './credential.ts';
import { readStored } from './store.ts';

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
  context: Pick<Context, 'env' | 'home'>,
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
