import { call, CommandError, nearest, worded } from '@helve/command';
import { HomeFile } from '@helve/settings';
import * as v from 'valibot';
import { thereIs } from '../there-is.ts';

/** Values by their names. */
export type Secrets = Readonly<Record<string, string>>;

export const secretFile = new HomeFile<Secrets>({
  name: 'secrets.json',
  schema: v.record(v.string(), v.string()),
  empty: {},
  holds: 'secrets',
  fill: 'terminal secret set',
  secret: true,
});

export function findSecret(secrets: Secrets, name: string): string | undefined {
  return Object.hasOwn(secrets, name) ? secrets[name] : undefined;
}

/** Those that are named; all of them must be there. */
export function pickSecrets(secrets: Secrets, names: readonly string[]): Secrets {
  return Object.fromEntries(
    names.map((name) => {
      const value = findSecret(secrets, name);
      if (value === undefined) throw unknownSecret(secrets, name);
      return [name, value];
    }),
  );
}

export function unknownSecret(secrets: Secrets, name: string): CommandError {
  const names = Object.keys(secrets);
  const otherwise = worded`Set it, from standard input: ${call('terminal secret set', { name, value: '-' })}`;
  return new CommandError('NOT_FOUND', `There is no secret ${JSON.stringify(name)}`, {
    hint: thereIs(name, names, otherwise),
    details: { secret: name, similar: nearest(name, names).slice(0, 3) },
  });
}
