import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@helve/command';
import type { ProgramWord } from '@helve/doors';

const SHELLS = ['bash', 'zsh'];

/** Prints the script that defines the function `helve` in a shell. */
export const printShellInit: ProgramWord['run'] = async ({ streams }, [shell = '', extra]) => {
  if (extra !== undefined) {
    throw new CommandError('INVALID_INPUT', `shell-init takes one shell, and does not understand ${extra}`, {
      hint: `Write: helve shell-init ${shell}`,
    });
  }
  if (!SHELLS.includes(shell)) {
    throw new CommandError('INVALID_INPUT', shell ? `There is no function for ${shell}` : 'shell-init needs a shell', {
      hint: 'bash: eval "$(helve shell-init bash)"; zsh: eval "$(helve shell-init zsh)"',
    });
  }
  // The build puts the scripts beside its chunks.
  await streams.write(await readFile(join(import.meta.dirname, `helve.${shell}`), 'utf8'));
  return 0;
};
