import { type Command, type Context, toCommandError } from '@helve/command';
import { inputFromArguments, inToolWords } from '@helve/doors';

/** Runs the command that a tool is with arguments as the tool calls them. What is wrong with them is told in its words. */
export async function callCommand(
  context: Pick<Context, 'call'>,
  name: string,
  command: Command,
  args: Readonly<Record<string, unknown>>,
  more: object = {},
): Promise<unknown> {
  const { rename = {} } = command.tool ?? {};
  const tool = { name, set: '', guidance: '', rename };
  const input = inputFromArguments(command, tool, args);
  try {
    return await context.call(command, { ...input, ...more });
  } catch (thrown) {
    throw inToolWords(command, tool, toCommandError(thrown));
  }
}
