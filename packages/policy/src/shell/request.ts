import { type Command, parametersOf, resolvePath } from '@helve/command';
import type { JudgedCall } from '../judge-call.ts';
import type { Request } from '../policy.ts';
import { effectOfLine, greater, lesser } from './effect.ts';
import { plainWord, type ShellLine, type ShellWord } from './line.ts';
import { readShellLine } from './read.ts';
import { isHarmlessVariable } from './variables.ts';

/** A script in a file: anything may be run in it. */
const NOT_GIVEN: ShellLine = {
  commands: [],
  redirections: [],
  reaches: [],
  unclear: [],
  doubts: ['what it runs is not given as a line'],
  effect: 'execute',
};

/** A shell that waits for lines, which are judged when they are typed. No rule for a program speaks of it. */
const INTERACTIVE: ShellLine = {
  ...NOT_GIVEN,
  commands: [
    {
      words: [{ text: 'an interactive shell', form: '', holds: 'text' }],
      assignments: [],
      through: [],
      starts: false,
      effect: 'execute',
      touches: [],
      reaches: [],
      vague: false,
    },
  ],
  doubts: [],
};

/** The command that starts a shell where it is given no line. */
const SESSION = 'terminal session start';

/** Adds to a request what its shell line would run. The effect is then that of the line, if it is less. */
export function withShellLine(request: Request, { command, input, subject, place: where }: JudgedCall): Request {
  const values = input as Readonly<Record<string, unknown>>;
  const parameters = parametersOf(command);
  const { workingDirectory } = values;
  const cwd = typeof workingDirectory === 'string' ? resolvePath(where, workingDirectory) : where.cwd;
  const given = parameters.map(({ name, shell }) => (shell ? values[name] : undefined));
  const lines = [...given, subject.shellLine].flatMap((text) =>
    typeof text === 'string' ? [readShellLine(text, { cwd, env: where.env })] : [],
  );
  const [first = command.path === SESSION ? INTERACTIVE : NOT_GIVEN] = lines;
  const shell = withVariables(lines.length < 2 ? first : together(lines), variablesOf(command, values));
  const writes = request.touches.some(({ access }) => access === 'write');
  const effect = greater(shell.effect, writes ? 'modify' : 'inspect');
  return { ...request, effect: lesser(request.effect, effect), shell };
}

/** The variables in an input that may change what a command does, as words: `LD_PRELOAD=x`. */
function variablesOf(command: Command, values: Readonly<Record<string, unknown>>): readonly ShellWord[] {
  return parametersOf(command).flatMap(({ name, type, list }) => {
    const value = values[name];
    if (type !== 'json' || list !== undefined || typeof value !== 'object' || value === null) return [];
    return Object.entries(value)
      .filter(([variable]) => !isHarmlessVariable(variable))
      .map(([variable, given]) => plainWord(`${variable}=${String(given)}`));
  });
}

function withVariables(line: ShellLine, variables: readonly ShellWord[]): ShellLine {
  if (variables.length === 0) return line;
  const commands = line.commands.map((command) => ({
    ...command,
    assignments: [...variables, ...command.assignments],
    effect: 'execute' as const,
  }));
  return { ...line, commands, effect: 'execute' };
}

function together(lines: readonly ShellLine[]): ShellLine {
  const line = {
    commands: lines.flatMap(({ commands }) => commands),
    redirections: lines.flatMap(({ redirections }) => redirections),
    reaches: lines.flatMap(({ reaches }) => reaches),
    unclear: lines.flatMap(({ unclear }) => unclear),
    doubts: lines.flatMap(({ doubts }) => doubts),
  };
  return { ...line, effect: effectOfLine(line) };
}
