import { call, CommandError, type Context, nearest, type Place, worded } from '@helve/command';
import { HomeFile } from '@helve/settings';
import * as v from 'valibot';
import { forgetOldOwners, hasOwner, ownFolder } from '../owner.ts';
import { thereIs } from '../there-is.ts';

/** Command lines by their names. */
export type Aliases = Readonly<Record<string, string>>;

const file = new HomeFile<Aliases>({
  name: 'aliases.json',
  schema: v.record(v.string(), v.string()),
  empty: {},
  holds: 'aliases',
  fill: 'terminal alias set',
});

/** The aliases of the caller: the person's, and over them those of an agent. */
export async function readAliases(where: Pick<Place, 'env' | 'home'>): Promise<Aliases> {
  const aliases = await file.read(where.home);
  return hasOwner(where) ? { ...aliases, ...(await file.read(ownFolder(where))) } : aliases;
}

/** Changes the caller's own aliases. */
export async function changeAliases(
  { place, now }: Pick<Context, 'place' | 'now'>,
  change: (aliases: Aliases) => Aliases,
): Promise<void> {
  await file.change(ownFolder(place), change);
  if (hasOwner(place)) await forgetOldOwners(place.home, now());
}

export function findAlias(aliases: Aliases, name: string): string {
  const found = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(aliases);
  throw new CommandError('NOT_FOUND', `There is no alias ${JSON.stringify(name)}`, {
    hint: thereIs(name, names, worded`See them all: ${call('terminal alias list')}`),
    details: { alias: name, similar: nearest(name, names).slice(0, 3) },
  });
}
