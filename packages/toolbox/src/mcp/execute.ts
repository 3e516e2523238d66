import { CommandError, type Context, didYouMean, type Run } from '@helve/command';
import { checkArguments } from '../check-arguments.ts';
import type { Connection } from './connection.ts';
import { mcpConnections } from './connections.ts';
import { type CallOptions, timeLeft } from './requests.ts';
import { type CallResult, shapeResult } from './result.ts';
import { findServer } from './configured-servers.ts';
import type { McpTool } from './tool.ts';
import type { Input } from '../commands/mcp/execute.ts';

export const execute: Run<Input, CallResult> = (input, context) =>
  callTool(input, context, (tool) => checkToolArguments(tool, input.params));

/** Calls a tool of a server with arguments that were checked already, or that `check` checks once the tool is known. */
export async function callTool(
  { toolbox, tool: name, params }: Input,
  context: Context,
  check: (tool: McpTool) => void = () => {},
): Promise<CallResult> {
  const server = await findServer(context, toolbox);
  return context.keep(mcpConnections).use(server, context, async (connection) => {
    const options = {
      signal: context.signal,
      timeoutMs: timeLeft(context),
      progress: context.progress,
      contact: context.reach.contact,
    };
    const tool = await findTool(connection, server.name, name, options);
    check(tool);
    return shapeResult(server.name, tool.name, await connection.call(tool, params, options), context);
  });
}

/** Checks arguments by the tool's own schema, before anything is sent. Defaults are the server's to fill in. */
export function checkToolArguments({ name, inputSchema }: McpTool, args: Readonly<Record<string, unknown>>): void {
  checkArguments(name, inputSchema, args);
}

/** The tool by its name; one that is not in the list may have come since it was made. */
export async function findTool(
  connection: Connection,
  server: string,
  name: string,
  options: CallOptions,
): Promise<McpTool> {
  const isWanted = (tool: McpTool) => tool.name === name;
  const found = connection.tools.find(isWanted) ?? (await connection.refresh(options)).tools.find(isWanted);
  if (found) return found;
  const names = connection.tools.map((tool) => tool.name);
  throw new CommandError('NOT_FOUND', `The MCP server ${server} has no tool ${JSON.stringify(name)}`, {
    hint: didYouMean(name, names, `It has: ${names.slice(0, 30).join(', ')}.`),
    details: { server, tool: name, tools: names.slice(0, 100) },
  });
}
