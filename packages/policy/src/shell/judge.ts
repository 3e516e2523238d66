import type { CompiledRule } from '../compiled.ts';
import type { Request } from '../policy.ts';
import {
  baseName,
  commandText,
  plainWord,
  type Reach,
  type ShellLine,
  type ShellWord,
  type SimpleCommand,
  unknownWord,
} from './line.ts';
import { ownCommand } from './own-command.ts';
import { programNamed } from './programs.ts';
import { mayBeOtherGit, withoutGitOptions } from './read-only-git.ts';
import { isPlain } from './shape.ts';

/** The command of a line that a restricting rule surely speaks of, as text. The rule names the request already. */
export function fittingCommand({ line: pattern }: CompiledRule, line: ShellLine): string | undefined {
  const fitting = line.commands.find((command) => !pattern || restrictedForms(command).some(pattern.fits));
  return fitting && commandText(fitting);
}

/** What in a line a restricting rule may speak of, without being sure, as the end of a sentence. */
export function possibleCommand(
  { line: pattern }: CompiledRule,
  line: ShellLine,
  isConfined: boolean,
): string | undefined {
  if (!pattern) return undefined;
  if (line.doubts.length > 0 && !isConfined) return line.doubts[0];
  const formsOf = isConfined ? restrictedForms : possibleForms;
  const possible = line.commands.find((command) => formsOf(command).some(pattern.mayFit));
  return possible && `${commandText(possible)} is not known before it runs`;
}

/** Whether an allowing rule speaks of a command of a line. Without a pattern it speaks of all of them. */
export function allowsCommand({ line: pattern }: CompiledRule, command: SimpleCommand): boolean {
  return !pattern || pattern.fits(formOf([...command.through, ...command.assignments, ...command.words]));
}

/** Whether a line runs a command that a restricting rule names: `git push`, also as `helve git push`. */
export function runsNamed({ program, pattern }: CompiledRule, line: ShellLine): boolean {
  if (!program || pattern !== undefined) return false;
  return line.commands.some((command) => restrictedForms(command).some(program.fits));
}

/** Whether a line may do what a rule on paths or on a command forbids, as the end of a sentence. */
export function unclearTouch(rule: CompiledRule, { shell }: Request): string | undefined {
  if (!shell) return undefined;
  return rule.subject.kind === 'access' ? unclearAccess(rule, rule.subject.access, shell) : unclearCommand(rule, shell);
}

function unclearAccess(rule: CompiledRule, access: Reach['access'], line: ShellLine): string | undefined {
  const unclear = line.unclear.find((each) => each.access === access);
  if (unclear) return `the file of ${unclear.text} is not known before it runs`;
  const touches = (reach: Reach) => reach.access === access && (rule.guard?.(reach) ?? true);
  const verb = access === 'read' ? 'read' : 'write';
  for (const command of line.commands) {
    if (command.vague && (access === 'read' || command.effect !== 'inspect')) {
      return `the files that ${commandText(command)} touches are not known before it runs`;
    }
    const reached = command.reaches.find(touches);
    if (reached) return `${commandText(command)} may ${verb} ${placeText(reached)}`;
  }
  const reached = line.reaches.find(touches);
  return reached && `it may ${verb} ${placeText(reached)}`;
}

/** A command of helve's in the line, of which the words or the paths cannot be told. */
function unclearCommand({ program, pattern, guard }: CompiledRule, line: ShellLine): string | undefined {
  if (!program) return undefined;
  const possible = line.commands.find((command) => {
    const forms = restrictedForms(command);
    if (pattern === undefined) return possibleForms(command).some(program.mayFit);
    return forms.some(program.fits) && (guard === undefined || command.vague || command.reaches.some(guard));
  });
  return possible && `${commandText(possible)} may be that`;
}

function placeText({ path, below }: Reach): string {
  const text = isPlain(path) ? path : path.replace(/[\uE002\uE004]/g, '*').replace(/\uE003/g, '?');
  return below ? `what is below ${text}` : text;
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
  const own = ownCommand(words);
  if (own) forms.push(own);
  if (assignments.length > 0 || through.length > 0) forms.push([...through, ...assignments, ...words]);
  return [...new Set(forms.map(formOf))];
}

/** Also what it may do under another name: `git x`, where `x` may be an alias of `push`. */
function possibleForms(command: SimpleCommand): readonly string[] {
  const forms = restrictedForms(command);
  const [program] = command.words;
  const isGit = program !== undefined && baseName(program.text).toLowerCase() === 'git';
  return isGit && mayBeOtherGit(command.words) ? [...forms, formOf([plainWord('git'), unknownWord('…')])] : forms;
}

function formOf(words: readonly ShellWord[]): string {
  return words.map(({ form }) => form).join(' ');
}
