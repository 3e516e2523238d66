import { CommandError } from '@helve/command';
import type { ShellName } from '../terminal/shell.ts';

/** A text as one word of a command line, in which nothing has a meaning of its own. */
export function quoteFor(shell: ShellName, text: string): string {
  if (text.includes('\0')) throw new CommandError('INVALID_INPUT', 'No argument can hold a NUL byte');
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
