import { CommandError, type Context } from '@helve/command';
import { changeAliases, findAlias, readAliases } from './alias/store.ts';
import type { Output as AliasList } from '../commands/terminal/alias/list.ts';
import type { Output as AliasRemoved } from '../commands/terminal/alias/remove.ts';
import type { Output as AliasSet } from '../commands/terminal/alias/set.ts';

export async function setAlias(
  { name, command }: { readonly name: string; readonly command: string },
  context: Context,
): Promise<AliasSet> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) {
    throw new CommandError('INVALID_INPUT', `${JSON.stringify(name)} cannot be the name of an alias`, {
      hint: 'Use up to 64 letters, digits, dots, dashes and underscores, beginning with a letter or digit.',
      details: { name },
    });
  }
  if (command.trim() === '' || command.includes('\0')) {
    throw new CommandError('INVALID_INPUT', 'An alias needs a command line', {
      example: `helve terminal alias set --name ${name} --command "npm test"`,
    });
  }
  let replaced: string | undefined;
  await changeAliases(context, (aliases) => {
    replaced = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    return { ...aliases, [name]: command };
  });
  return { status: 'set', name, command, ...(replaced === undefined ? {} : { replaced }) };
}

export async function listAliases(_: object, { place }: Context): Promise<AliasList> {
  const entries = Object.entries(await readAliases(place)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { aliases: Object.fromEntries(entries), count: entries.length };
}

export async function removeAlias({ name }: { readonly name: string }, context: Context): Promise<AliasRemoved> {
  let command = '';
  await changeAliases(context, (aliases) => {
    command = findAlias(aliases, name);
    const { [name]: _, ...rest } = aliases;
    return rest;
  });
  return { status: 'removed', name, command };
}
