import type { Run } from '@helve/command';
import { callCommand } from './call-command.ts';
import { findTool } from './commands.ts';
import { readUnknown } from './read-unknown.ts';
import type { Input, Output } from '../commands/tool/call.ts';

/** Calls a tool of any source. It is judged as the command that it is, whichever way it is called. */
export const call: Run<Input, Output> = async ({ tool: name, params }, context) => {
  const {
    name: tool,
    source,
    command,
  } = await findTool(await context.registry(), name).catch(async (thrown) => {
    // It may be of a manual or a server that was never asked for its tools.
    await readUnknown(context, false);
    return findTool(await context.registry(), name).catch(() => {
      throw thrown;
    });
  });
  return { tool, source, result: await callCommand(context, tool, command, params) };
};
