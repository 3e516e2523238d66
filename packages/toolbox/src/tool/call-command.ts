import { type Command, type Context, toCommandError } from '@helve/command';
import { inputFromArguments, inToolWords } from '@helve/doors';
import { wrapArguments } from '../guests/parameters.ts';

/** Runs the command that a tool is with arguments as the tool calls them. What is wrong with them is told in its words. */
export async function callCommand(
  context: Pick<Context, 'call'>,
  name: string,
  command: Command,
  args: Readonly<Record<string, unknown>>,
  more: object = {},
): Promise<unknown> {
  const { rename = {} } = command.tool ?? {};
  const isGuest = 'jsonSchema' in command.input.source;
  // Manuals and searches describe commands of helve with their own names; MCP has others for some, which are accepted too.
  const tool = { name, set: '', guidance: '', rename: isGuest ? rename : {} };
  const given = isGuest ? wrapArguments(command.input.parameters, args) : withOwnNames(args, rename);
  const input = inputFromArguments(command, tool, given);
  try {
    return await context.call(command, { ...input, ...more });
  } catch (thrown) {
    throw inToolWords(command, tool, toCommandError(thrown));
  }
}

function withOwnNames(
  args: Readonly<Record<string, unknown>>,
  rename: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const ours = new Map(Object.entries(rename).map(([our, theirs]) => [theirs, our]));
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [ours.get(name) ?? name, value]));
}
