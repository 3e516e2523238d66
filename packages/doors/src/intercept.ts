import { type Command, type Registry, CommandError, resolvePath, toCommandError, validate } from '@helve/command';
import { withReach } from '@helve/command/host';
import { tokenize } from '@helve/command/line';
import type { Caller } from '@helve/policy';
import { describeError } from './answer.ts';
import { exitCodeOf } from './exit-code.ts';
import { runLine } from './line.ts';

/**
 * Runs a line for helve that a command was given for the shell, in this process and judged as the command that it names.
 * Undefined where there is none. A line with shell operators is left to the shell if there it could be understood.
 */
export async function runIntercepted(
  registry: Registry,
  command: Command,
  rawInput: object,
  caller: Caller,
): Promise<unknown> {
  const { input } = await validate(command, rawInput);
  const found = command.intercept?.(input);
  if (!found) return undefined;
  const { line, cwd, timeout, toOutput } = found;
  const place = cwd === undefined ? caller.place : { ...caller.place, cwd: resolvePath(caller.place, cwd) };
  const here = withReach({ ...caller, place }, timeout === undefined ? {} : { timeout });
  const start = performance.now();
  const problem = shellSyntax(line);
  if (problem && /^\s*helve\s/.test(line)) return undefined;
  const { llmContent, error, failed } = problem
    ? { llmContent: `${problem.code}: ${describeError(problem)}`, error: problem, failed: undefined }
    : await runLine(registry, line, here);
  const text = typeof llmContent === 'string' ? llmContent : JSON.stringify(llmContent);
  const seconds = Math.round(performance.now() - start) / 1000;
  const ends = { seconds, cwd: place.cwd };
  if (!error) return toOutput({ exitCode: failed ? 1 : 0, stdout: text, stderr: '', ...ends });
  return toOutput({ exitCode: exitCodeOf(error), stdout: '', stderr: text, ...ends });
}

/** What of the line only a shell understands: an operator, or a second command on a line of its own. */
function shellSyntax(line: string): CommandError | undefined {
  try {
    const { tokens } = tokenize(line);
    const isSplit = tokens.some((token, index) =>
      /\n/.test(line.slice(tokens[index - 1]?.end ?? token.start, token.start)),
    );
    if (!isSplit) return undefined;
    return new CommandError('INVALID_INPUT', 'Only one command is allowed per line; nothing was run', {
      hint: 'Run each command by itself. Put quotes around a value with line breaks.',
    });
  } catch (thrown) {
    const problem = toCommandError(thrown);
    return problem.details?.operator === undefined ? undefined : problem;
  }
}
