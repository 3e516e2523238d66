import type { Effect } from '@helve/command';
import { programOf, type ShellLine, type ShellWord, type SimpleCommand } from './line.ts';
import { programNamed } from './programs.ts';
import { isReadOnly } from './read-only.ts';
import { isPlain } from './shape.ts';

/** What a simple command may do. Whatever is not known to do less executes. */
export function effectOfCommand(words: readonly ShellWord[], assignments: readonly ShellWord[]): Effect {
  if (assignments.length > 0) return 'execute';
  if (isReadOnly(words)) return 'inspect';
  return words.every(isTold) && programNamed(programOf(words)).changesOnlyFiles ? 'modify' : 'execute';
}

/** Whether a word surely is no option, or which one. */
function isTold({ holds, shapes, below }: ShellWord): boolean {
  if (below) return false;
  if (holds !== 'anything') return true;
  return shapes?.every((shape) => isPlain(shape) && !shape.startsWith('-')) ?? false;
}

const STRENGTH: Readonly<Record<Effect, number>> = { inspect: 0, modify: 1, execute: 2 };

/** What a whole line may do: the most that any part of it may. */
export function effectOfLine(line: Omit<ShellLine, 'effect'>): Effect {
  // A file that cannot be told may be a connection: /dev/tcp/host/port.
  if (line.doubts.length > 0 || line.unclear.length > 0) return 'execute';
  const writes = [...line.redirections, ...line.reaches].some(({ access }) => access === 'write');
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
