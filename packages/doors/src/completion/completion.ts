import type { ExitCode } from '../exit-code.ts';
import type { TerminalProgram } from '../program.ts';
import { CommandError } from '@helve/command';
import { DOOR_WORDS } from '../help/help.ts';
import type { Token } from '@helve/command/line';
import { complete } from './candidates.ts';
import { SCRIPTS } from './scripts.ts';

/** `completion <shell>` prints a script; `complete -- <words>` is what the script asks. */
export async function printCompletion(
  program: TerminalProgram,
  word: string,
  rest: readonly Token[],
): Promise<ExitCode> {
  const words = rest.map((token) => token.text);
  await program.streams.write(word === 'complete' ? await candidates(program, words) : script(words));
  return 0;
}

function script([shell = '', extra]: readonly string[]): string {
  if (extra !== undefined) {
    throw new CommandError('INVALID_INPUT', `completion takes one shell, and does not understand ${extra}`, {
      hint: `Write: helve completion ${shell}`,
    });
  }
  const found = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (found !== undefined) return found;
  throw new CommandError('INVALID_INPUT', shell ? `There is no completion for ${shell}` : 'completion needs a shell', {
    hint: 'bash: eval "$(helve completion bash)"; zsh: eval "$(helve completion zsh)"; fish: helve completion fish | source; PowerShell: helve completion powershell | Out-String | Invoke-Expression',
  });
}

async function candidates(program: TerminalProgram, words: readonly string[]): Promise<string> {
  const registry = await program.registry.at(await program.place({}));
  const completion = await complete(registry, words[0] === '--' ? words.slice(1) : words, [
    ...DOOR_WORDS,
    ...((await program.wordHelp?.()) ?? []),
  ]);
  if (completion === 'files') return ':files\n';
  return completion.map(({ value, description }) => `${value}\t${description}\n`).join('');
}
