import { call, CommandError, type Context, parameter, type Run, toCommandError, worded } from '@helve/command';
import { mcpConnections } from './connections.ts';
import type { Server } from './server.ts';
import { configuredServers, findServer, usable } from './configured-servers.ts';
import { timeLeft, withLimit } from './requests.ts';
import { cachedTools, isLate, markLate, type ToolList } from './tool-cache.ts';
import type { Input, Output } from '../commands/mcp/tools.ts';

type ServerTools = Output['toolboxes'][number];

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
          // Whoever came before has waited for it already.
          const started = context.keep(mcpConnections).startingMs(server);
          const left = PATIENCE_MS - started;
          if (started === 0 && !input.cached && !input.refresh) await refuseLate(server, context);
          const list = toolsOf(usable(server), input, context);
          if (input.refresh) return shape(server, await list);
          return shape(server, await withPatience(list, server.name, Math.max(0, left)));
        } catch (thrown) {
          // The others are as good without it.
          const { code, message, hint } = toCommandError(thrown);
          if (code === 'TIMEOUT') await markLate(context.place.home, server);
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
  return context.keep(mcpConnections).use(server, { ...context, retry: refresh }, async (connection) => {
    if (!refresh) return connection.list;
    return connection.refresh({ signal: context.signal, timeoutMs: timeLeft(context) });
  });
}

/** How long a list of all servers waits for one of them. Its start goes on, and its tools are known afterwards. */
const PATIENCE_MS = 5_000;

function withPatience<Value>(work: Promise<Value>, name: string, ms: number): Promise<Value> {
  const late = () =>
    new CommandError('TIMEOUT', `The MCP server ${name} is still starting`, {
      hint: worded`Its tools are listed once it is ready. To wait for it: ${call('mcp tools', { toolbox: name })}`,
    });
  // Whoever stops waiting does not hear how it ends.
  work.catch(() => {});
  return withLimit(work, ms, late);
}

/** A server that hangs is waited for once, and not by every process that lists tools. */
async function refuseLate(server: Server, { place, now }: Pick<Context, 'place' | 'now'>): Promise<void> {
  if ((await cachedTools(place, server)) || !(await isLate(place.home, server, now()))) return;
  throw new CommandError('UNAVAILABLE', `The MCP server ${server.name} did not start in time a short while ago`, {
    hint: worded`To wait for it: ${call('mcp tools', { toolbox: server.name })}`,
  });
}

function shape({ name }: Server, list: ToolList | undefined): ServerTools {
  if (list) {
    const left = list.problems ?? [];
    const problem = `${left.length === 1 ? 'A tool was' : `${left.length} tools were`} left out: ${left.join('; ')}`;
    return { toolbox: name, tools: [...list.tools], listedAt: list.listedAt, ...(left.length > 0 ? { problem } : {}) };
  }
  return {
    toolbox: name,
    tools: [],
    problem: 'Not listed yet: the server has not been queried.',
  };
}
