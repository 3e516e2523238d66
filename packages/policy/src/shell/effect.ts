import type { Effect } from '@helve/command';
import { programOf, type ShellLine, type ShellWord, type SimpleCommand } from './line.ts';
import { programNamed } from './programs.ts';
import { isReadOnly } from './read-only.ts';

/** What a simple command may do. Whatever is not known to do less executes. */
export function effectOfCommand(words: readonly ShellWord[], assignments: readonly ShellWord[]): Effect {
  if (assignments.length > 0) return 'execute';
  if (isReadOnly(words)) return 'inspect';
  const told = words.every(({ holds }) => holds !== 'anything');
  return told && programNamed(programOf(words)).changesOnlyFiles ? 'modify' : 'execute';
}

const STRENGTH: Readonly<Record<Effect, number>> = { inspect: 0, modify: 1, execute: 2 };

/** What a whole line may do: the most that any part of it may. */
export function effectOfLine(line: Omit<ShellLine, 'effect'>): Effect {
  if (line.doubts.length > 0) return 'execute';
  const writes = [...line.redirections, ...line.unclear].some(({ access }) => access === 'write');
  const judged = line.commands.filter((command: SimpleCommand) => !command.starts).map(({ effect }) => effect);
  return [...judged, writes ? ('modify' as const) : ('inspect' as const)].reduce(greater, 'inspect');
}

/** The lesser of two effects. */
export function lesser(one: Effect, other: Effect): Effect {
  return STRENGTH[one] < STRENGTH[other] ? one : other;
}

/** The greater of two effects. */
export function greater(one: Effect, other: Effect): Effect {
  return STRENGTH[one] > STRENGTH[other] ? one : other;
}

/** Variables with which a command does what it does without them. */
const HARMLESS =
  /^(NODE_ENV|CI|TZ|LANG|LANGUAGE|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|CLICOLOR(_FORCE)?|COLUMNS|LINES|TERM|DEBUG|RUST_LOG|RUST_BACKTRACE|CARGO_TERM_COLOR|GOOS|GOARCH|CGO_ENABLED|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)$/;

/** Whether setting a variable cannot change which programs run. Lower-case names are the line's own, but for a few. */
export function isHarmlessVariable(name: string): boolean {
  return (
    HARMLESS.test(name) || (/^[a-z]\w*$/.test(name) && !/[A-Z]/.test(name) && !/path$|_proxy$|^histchars$/.test(name))
  );
}
