import type { ShellWord } from './line.ts';
import { programNamed } from './programs.ts';

/** Whether a command is known to write and to start nothing. What is not known is not. */
export function isReadOnly(words: readonly ShellWord[]): boolean {
  const [program, ...rest] = words;
  if (!program || program.holds !== 'text') return false;
  const { reads } = programNamed(program.text);
  if (reads === undefined || reads === true) return reads ?? false;
  if (reads === 'version') return rest.length === 1 && rest[0]?.text === '--version';
  // None of the words that decide may be unknown.
  if (words.some(mayBeOption)) return false;
  return reads instanceof RegExp ? !rest.some(({ text }) => reads.test(text)) : reads(words);
}

/** Whether a word may turn out to be an option: an expansion always, a glob if it may begin with a dash. */
function mayBeOption({ holds, text }: ShellWord): boolean {
  return holds === 'anything' || (holds === 'names' && /^[*?[]/.test(text));
}
