import { CommandError, parameter, type Place, worded } from '@helve/command';
import { findShell, type ShellName } from '../shell.ts';
import { findAlias, readAliases } from './store.ts';

export interface Expandable {
  readonly alias?: string | undefined;
  readonly arguments?: readonly string[] | undefined;
  readonly command?: string | undefined;
  readonly script?: string | undefined;
}

/** The same input with the command line that its alias stands for, and the arguments after it as words. */
export async function expandAlias<Input extends Expandable>(
  input: Input,
  place: Pick<Place, 'env' | 'home'>,
): Promise<Input> {
  const { alias, arguments: words = [] } = input;
  if (alias === undefined || input.command !== undefined || input.script !== undefined) {
    throw new CommandError(
      'INVALID_INPUT',
      worded`${parameter('alias')} and ${parameter('arguments')} go together, without ${parameter('command')} or ${parameter('script')}`,
      { example: `helve terminal exec --alias test --arguments '["--watch"]'` },
    );
  }
  const line = findAlias(await readAliases(place), alias);
  const shell = findShell(place.env);
  const command = [line.trimEnd(), ...words.map((word) => quoteFor(shell.name, word))].join(' ');
  return { ...input, command, alias: undefined, arguments: undefined };
}

/** A text as one word of a command line, in which nothing has a meaning of its own. */
export function quoteFor(shell: ShellName, text: string): string {
  if (text.includes('\0')) throw new CommandError('INVALID_INPUT', 'No argument can contain a NUL byte');
  if (/^[\w@+=:,./-]+$/.test(text) && !/^[=@]/.test(text) && shell !== 'cmd') return text;
  switch (shell) {
    case 'cmd':
      return quoteForCmd(text);
    case 'pwsh':
    case 'powershell':
      return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
    default:
      return `'${text.replaceAll("'", `'\\''`)}'`;
  }
}

/** What cmd reads even between quotes cannot be given to it safely. */
function quoteForCmd(text: string): string {
  if (!/["%!\r\n]/.test(text)) return `"${text}"`;
  throw new CommandError('INVALID_INPUT', 'cmd cannot be given an argument with ", %, ! or a line break in it', {
    hint: 'Use PowerShell, or write the argument to a file.',
  });
}
