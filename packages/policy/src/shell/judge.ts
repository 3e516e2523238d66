import type { CompiledRule } from '../compiled.ts';
import type { Request } from '../policy.ts';
import { baseName, commandText, type ShellLine, type ShellWord, type SimpleCommand } from './line.ts';
import { programNamed } from './programs.ts';
import { withoutGitOptions } from './read-only-git.ts';

/** The command of a line that a restricting rule surely speaks of, as text. The rule names the request already. */
export function fittingCommand({ line: pattern }: CompiledRule, line: ShellLine): string | undefined {
  const fitting = line.commands.find((command) => !pattern || restrictedForms(command).some(pattern.fits));
  return fitting && commandText(fitting);
}

/** What in a line a restricting rule may speak of, without being sure, as the end of a sentence. */
export function possibleCommand({ line: pattern }: CompiledRule, line: ShellLine): string | undefined {
  if (!pattern) return undefined;
  if (line.doubts.length > 0) return line.doubts[0];
  const possible = line.commands.find((command) => restrictedForms(command).some(pattern.mayFit));
  return possible && `${commandText(possible)} cannot be told before it runs`;
}

/** Whether an allowing rule speaks of a command of a line. Without a pattern it speaks of all of them. */
export function allowsCommand({ line: pattern }: CompiledRule, command: SimpleCommand): boolean {
  return !pattern || pattern.fits(formOf([...command.through, ...command.assignments, ...command.words]));
}

/** Whether the line may touch paths that a rule on paths forbids, as the end of a sentence. */
export function unclearTouch({ subject }: CompiledRule, { shell }: Request): string | undefined {
  if (subject.kind !== 'access') return undefined;
  const unclear = shell?.unclear.find(({ access }) => access === subject.access);
  return unclear && `the file of ${unclear.text} cannot be told before it runs`;
}

/** A restriction holds for a program however it is named, and whatever stands before its arguments. */
function restrictedForms(command: SimpleCommand): readonly string[] {
  const { words, assignments, through } = command;
  const [program, ...rest] = words;
  if (!program) return [];
  const name = baseName(program.text);
  const named = (text: string): readonly ShellWord[] =>
    program.holds === 'text' ? [{ ...program, text, form: text }, ...rest] : words;
  const forms = [words, named(name), named(name.toLowerCase())];
  // The file that a shell reads is looked for on PATH too.
  if (name === '.' || name === 'source' || programNamed(name).shell === 'parsed') forms.push(rest);
  if (name === 'git') forms.push(withoutGitOptions(named(name)));
  if (assignments.length > 0 || through.length > 0) forms.push([...through, ...assignments, ...words]);
  return [...new Set(forms.map(formOf))];
}

function formOf(words: readonly ShellWord[]): string {
  return words.map(({ form }) => form).join(' ');
}
