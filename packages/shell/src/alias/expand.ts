import { CommandError, type Context } from '@helve/command';
import { findShell } from '../terminal/shell.ts';
import { quoteFor } from './quote.ts';
import { aliasFile, findAlias } from './store.ts';

export interface Expandable {
  readonly alias?: string | undefined;
  readonly arguments?: readonly string[] | undefined;
  readonly command?: string | undefined;
  readonly script?: string | undefined;
}

/** The same input with the command line that its alias stands for, and the arguments after it as words. */
export async function expandAlias<Input extends Expandable>(
  input: Input,
  { env, home }: Pick<Context, 'env' | 'home'>,
): Promise<Input> {
  const { alias, arguments: words = [] } = input;
  if (alias === undefined || input.command !== undefined || input.script !== undefined) {
    throw new CommandError('INVALID_INPUT', '--alias and --arguments go together, without --command or --script', {
      hint: `For example: helve terminal exec --alias test --arguments '["--watch"]'`,
    });
  }
  const line = findAlias(await aliasFile.read(home), alias);
  const shell = findShell(env);
  const command = [line.trimEnd(), ...words.map((word) => quoteFor(shell.name, word))].join(' ');
  return { ...input, command, alias: undefined, arguments: undefined };
}
