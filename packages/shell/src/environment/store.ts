import { HomeFile } from '@helve/settings';
import * as v from 'valibot';

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
