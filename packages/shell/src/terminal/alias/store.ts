import { CommandError, nearest } from '@helve/command';
import { HomeFile } from '@helve/settings';
import * as v from 'valibot';
import { thereIs } from '../there-is.ts';

/** Command lines by their names. */
export type Aliases = Readonly<Record<string, string>>;

export const aliasFile = new HomeFile<Aliases>({
  name: 'aliases.json',
  schema: v.record(v.string(), v.string()),
  empty: {},
  holds: 'aliases',
  fill: 'helve terminal alias set',
});

export function findAlias(aliases: Aliases, name: string): string {
  const found = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(aliases);
  throw new CommandError('NOT_FOUND', `There is no alias ${JSON.stringify(name)}`, {
    hint: thereIs(name, names, 'See them all: helve terminal alias list'),
    details: { alias: name, similar: nearest(name, names).slice(0, 3) },
  });
}
