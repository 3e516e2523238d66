import { CommandError, type Context, parameter, type Run, toCommandError, worded } from '@helve/command';
import { mcpConnections } from './connections.ts';
import type { Server } from './server.ts';
import { configuredServers, findServer, usable } from './configured-servers.ts';
import { timeLeft } from './requests.ts';
import { cachedTools, type ToolList } from './tool-cache.ts';
import type { McpTool } from './tool.ts';
import type { Input, Output } from '../commands/mcp/tools.ts';

export interface ServerTools {
  readonly toolbox: string;
  readonly tools: McpTool[];
  readonly listedAt?: string;
  /** Why its tools are not known. */
  readonly problem?: string;
}

/** Lists tools as servers listed them last. One that was never asked is started, unless only what is known is wanted. */
export const listTools: Run<Input, Output> = async (input, context) => {
  if (input.cached && input.refresh) {
    throw new CommandError(
      'INVALID_INPUT',
      worded`${parameter('cached')} starts nothing, and ${parameter('refresh')} asks the servers`,
      { hint: 'Give one of them.' },
    );
  }
  const names = [...new Set([...(input.toolbox === undefined ? [] : [input.toolbox]), ...(input.servers ?? [])])];
  const [only] = names;
  if (names.length === 1 && only !== undefined) {
    const server = await findServer(context, only);
    return { toolboxes: [shape(server, await toolsOf(server, input, context))] };
  }
  const servers =
    names.length === 0
      ? await configuredServers(context)
      : await Promise.all(names.map((name) => findServer(context, name)));
  return {
    toolboxes: await Promise.all(
      servers.map(async (server) => {
        try {
          return shape(server, await toolsOf(usable(server), input, context));
        } catch (thrown) {
          // The others are as good without it.
          const { message, hint } = toCommandError(thrown);
          return { toolbox: server.name, tools: [], problem: hint === undefined ? message : `${message}. ${hint}` };
        }
      }),
    ),
  };
};

async function toolsOf(
  server: ReturnType<typeof usable>,
  { cached, refresh }: Input,
  context: Context,
): Promise<ToolList | undefined> {
  const known = refresh ? undefined : await cachedTools(context.place, server);
  if (known || cached) return known;
  return context.keep(mcpConnections).use(server, context, async (connection) => {
    if (!refresh) return connection.list;
    return connection.refresh({ signal: context.signal, timeoutMs: timeLeft(context) });
  });
}

function shape({ name }: Server, list: ToolList | undefined): ServerTools {
  if (list) return { toolbox: name, tools: [...list.tools], listedAt: list.listedAt };
  return {
    toolbox: name,
    tools: [],
    problem: `They were never listed. Ask the server: helve mcp tools --toolbox ${name}`,
  };
}
