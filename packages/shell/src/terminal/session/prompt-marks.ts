import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@helve/command';
import type { ShellName } from '../shell.ts';

/** The marks of shell integration, which no terminal shows: the shell asks for a command line, or runs one. */
const ASKS = '\x1b]133;A\x07';
const RUNS = '\x1b]133;C\x07';

/** Hooks of zsh are functions, so they need a file. The user's own files are read as if this one were not there. */
const ZSHENV = `if [[ -n \${HELVE_ZDOTDIR+set} ]]; then ZDOTDIR=$HELVE_ZDOTDIR; else unset ZDOTDIR; fi
unset HELVE_ZDOTDIR
[[ -f \${ZDOTDIR:-$HOME}/.zshenv ]] && source \${ZDOTDIR:-$HOME}/.zshenv
_helve_asks() { print -n '\\e]133;A\\a' }
_helve_runs() { print -n '\\e]133;C\\a' }
precmd_functions+=(_helve_asks)
preexec_functions+=(_helve_runs)
`;

/** What a shell must find in its environment to mark its prompts. */
export async function markedPrompts(
  shell: ShellName,
  own: Readonly<Record<string, string>>,
  home: string,
): Promise<Readonly<Record<string, string>>> {
  switch (shell) {
    case 'bash': {
      // What the shell starts is not to find them: they are exported until the first prompt only.
      const ask = String.raw`printf '\e]133;A\a'; export -n PS0 PROMPT_COMMAND`;
      const PROMPT_COMMAND = own.PROMPT_COMMAND === undefined ? ask : `${ask}; ${own.PROMPT_COMMAND}`;
      return { PS0: `${RUNS}${own.PS0 ?? ''}`, PROMPT_COMMAND };
    }
    case 'zsh': {
      const folder = join(home, 'zsh-marks');
      await makeFolder(folder, 0o700);
      await writeFile(join(folder, '.zshenv'), ZSHENV, { mode: 0o600 });
      return { ZDOTDIR: folder, ...(own.ZDOTDIR === undefined ? {} : { HELVE_ZDOTDIR: own.ZDOTDIR }) };
    }
    case 'sh':
    case 'dash':
    case 'ash':
      return { PS1: `${ASKS}${own.PS1 ?? '$ '}` };
    default:
      return {};
  }
}

const ENTERS = /[\r\n\x03\x04]/;

/** Follows the marks in what a shell prints, and what is typed into it. */
export class PromptMarks {
  /** Absent: there was no mark yet. */
  #state: 'asks' | 'runs' | undefined;
  #tail = '';

  get state(): 'asks' | 'runs' | undefined {
    return this.#state;
  }

  printed(bytes: Buffer): void {
    const text = this.#tail + bytes.toString('latin1');
    const [asks, runs] = [text.lastIndexOf(ASKS), text.lastIndexOf(RUNS)];
    if (asks > runs) this.#state = 'asks';
    else if (runs >= 0) this.#state = 'runs';
    this.#tail = text.slice(1 - ASKS.length);
  }

  /** A line that was entered is run, whether or not the shell has said so yet. */
  typed(bytes: Buffer): void {
    if (this.#state === 'asks' && ENTERS.test(bytes.toString('latin1'))) this.#state = 'runs';
  }
}
