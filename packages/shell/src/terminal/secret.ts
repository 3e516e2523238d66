import { CommandError, type Context } from '@helve/command';
import { checkName, checkValue } from './env.ts';
import { findSecret, secretFile, unknownSecret } from './secret/store.ts';
import type { Output as SecretList } from '../commands/terminal/secret/list.ts';
import type { Output as SecretChanged } from '../commands/terminal/secret/remove.ts';

/** Shorter ones would be masked wherever they occur by chance. */
const SHORTEST = 4;

/** Variables that decide which programs run, or what they load: with one of these a secret would be code. */
const NOT_SECRETS =
  /^(PATH|HOME|SHELL|IFS|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS\d|ZDOTDIR|EDITOR|VISUAL|PAGER|LD_\w+|DYLD_\w+|NODE_(OPTIONS|PATH)|PYTHON\w+|PERL\w+|RUBY\w+|JAVA_TOOL_OPTIONS|GIT_(SSH|EDITOR|PAGER|EXTERNAL|CONFIG|EXEC|PROXY|SEQUENCE|TEMPLATE)\w*)$/;

export async function setSecret(
  { name, value: given }: { readonly name: string; readonly value: string },
  { place: { home } }: Context,
): Promise<SecretChanged> {
  checkName(name);
  checkValue(name, given);
  // Files and `echo` end in a newline that is no part of a password.
  const value = given.replace(/\r?\n$/, '');
  if (NOT_SECRETS.test(name)) {
    throw new CommandError('INVALID_INPUT', `${name} cannot be the name of a secret: programs take orders from it`, {
      hint: 'Choose a variable that contains a password, a key or a token.',
      details: { name },
    });
  }
  if (value.length < SHORTEST) {
    throw new CommandError('INVALID_INPUT', `A secret has at least ${SHORTEST} characters`, {
      hint: 'A shorter one would be masked wherever it occurs by chance.',
      details: { name },
    });
  }
  await secretFile.change(home, (secrets) => ({ ...secrets, [name]: value }));
  return { status: 'set', name };
}

export async function listSecrets(_: object, { place: { home } }: Context): Promise<SecretList> {
  const secrets = Object.keys(await secretFile.read(home)).sort();
  return { secrets, count: secrets.length };
}

export async function removeSecret(
  { name }: { readonly name: string },
  { place: { home } }: Context,
): Promise<SecretChanged> {
  await secretFile.change(home, (secrets) => {
    if (findSecret(secrets, name) === undefined) throw unknownSecret(secrets, name);
    const { [name]: _, ...rest } = secrets;
    return rest;
  });
  return { status: 'removed', name };
}
