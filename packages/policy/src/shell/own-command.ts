import { baseName, programOf, type ShellWord } from './line.ts';
import { commonName } from './programs.ts';

/** The names that helve is started by. */
const HELVE = /^(helve|codebolt)(\.c?js)?$/;

/** Programs that start what their first operand names. */
const STARTERS = /^(node|npx|bunx|bun|pnpx)$/;

/** The words of a command of helve's own that a shell line runs: `git push` of `helve git push`. */
export function ownCommand(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (HELVE.test(baseName(programOf(words)))) return words.slice(1);
  if (!STARTERS.test(commonName(programOf(words)))) return undefined;
  const first = words.findIndex(({ text }, index) => index > 0 && !text.startsWith('-'));
  return HELVE.test(baseName(words[first]?.text ?? '')) ? words.slice(first + 1) : undefined;
}
