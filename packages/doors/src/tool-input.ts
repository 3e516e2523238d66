import {
  type Command,
  CommandError,
  didYouMean,
  type Names,
  nearest,
  type Parameter,
  parametersOf,
  type Tool,
} from '@helve/command';
import { findParameter, namedError } from '@helve/command/host';

/** The parameters of a command that a tool offers: our name, and the tool's for it. */
export function offeredParameters(command: Command, tool: Tool): ReadonlyMap<string, string> {
  const only: readonly string[] | undefined = tool.only;
  const rename: Readonly<Record<string, string | undefined>> = tool.rename ?? {};
  return new Map(
    parametersOf(command)
      .filter(({ name }) => only === undefined || only.includes(name))
      .map(({ name }) => [name, rename[name] ?? name]),
  );
}

/** Those that must be given, by our names. */
export function neededParameters(command: Command, tool: Tool): readonly Parameter[] {
  const needs: readonly string[] = tool.needs ?? [];
  const offered = offeredParameters(command, tool);
  return parametersOf(command).filter(({ name, required }) => offered.has(name) && (required || needs.includes(name)));
}

/** The command's input for a tool's arguments. What does not fit is told in the tool's own words. */
export function inputFromArguments(
  command: Command,
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const offered = offeredParameters(command, tool);
  const parameters = parametersOf(command).filter(({ name }) => offered.has(name));
  const input: Record<string, unknown> = Object.assign(Object.create(null), tool.defaults);
  for (const [key, value] of Object.entries(given)) {
    const ours = [...offered].find(([, shown]) => shown === key)?.[0] ?? findParameter(parameters, key)?.name;
    if (ours === undefined) throw unknownArgument(tool, key, [...offered.values()]);
    input[ours] = value;
  }
  const missing = neededParameters(command, tool).filter(({ name }) => input[name] === undefined);
  if (missing.length === 0) return input;
  const names = missing.map(({ name }) => offered.get(name) ?? name);
  throw new CommandError('INVALID_INPUT', `${tool.name} needs ${names.join(' and ')}`, {
    hint: missing.map(({ name, description }) => `${offered.get(name) ?? name}: ${description}.`).join(' '),
    details: { missing: names },
  });
}

/** How the caller of a tool knows its parameters and other tools. */
export function toolNames(command: Command, tool: Tool, call?: Names['call']): Names {
  const offered = offeredParameters(command, tool);
  return {
    parameter: (name) => offered.get(name) ?? name,
    offers: (name) => offered.has(name),
    ...(call ? { call } : {}),
  };
}

/** Names calls as those of tools, which are given by the path of their commands: `TextRead {"filePath":"a.txt"}`. */
export function namedByTool(
  tools: ReadonlyMap<string, Tool>,
  otherwise: NonNullable<Names['call']>,
): NonNullable<Names['call']> {
  return (path, input) => {
    const tool = tools.get(path);
    if (!tool) return otherwise(path, input);
    const rename: Readonly<Record<string, string | undefined>> = tool.rename ?? {};
    const only: readonly string[] | undefined = tool.only;
    const given = Object.entries(input)
      .filter(([name, value]) => value !== undefined && (only === undefined || only.includes(name)))
      .map(([name, value]) => [rename[name] ?? name, value]);
    return given.length > 0 ? `${tool.name} ${JSON.stringify(Object.fromEntries(given))}` : tool.name;
  };
}

/** The same error in the words of a tool: its parameters, and other tools instead of command lines. */
export function inToolWords(command: Command, tool: Tool, error: CommandError, call?: Names['call']): CommandError {
  const offered = offeredParameters(command, tool);
  const { hint, example, problems } = error.wording;
  const takes = `${tool.name} takes ${[...offered.values()].join(', ')}.`;
  const saysWhatItTakes = problems !== undefined || (example !== undefined && hint === undefined);
  return namedError(error, toolNames(command, tool, call), saysWhatItTakes ? takes : hint);
}

function unknownArgument(tool: Tool, key: string, names: readonly string[]): CommandError {
  const [suggestion] = nearest(key, names);
  return new CommandError('INVALID_INPUT', `${tool.name} has no parameter ${JSON.stringify(key)}`, {
    hint: didYouMean(key, names, names.length > 0 ? `It takes ${names.join(', ')}.` : 'It takes no parameters.'),
    details: { parameter: key, ...(suggestion ? { suggestion } : {}) },
  });
}
