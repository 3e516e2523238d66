import { type Context, toCommandError } from '@helve/command';
import type { Connection } from './connection.ts';
import { configuredServers, findServer, usable } from './configured-servers.ts';
import { mcpConnections } from './connections.ts';
import { type CallOptions, timeLeft } from './requests.ts';

/** What a call may take and who is asked in its course. */
export function optionsFor(context: Context): CallOptions {
  const { signal, progress, reach } = context;
  return { signal, timeoutMs: timeLeft(context), progress, contact: reach.contact };
}

/** Works with one server, or with all of them: one that fails does not keep the others from being listed. */
export async function withServers<Item>(
  toolbox: string | undefined,
  context: Context,
  work: (connection: Connection, name: string) => Promise<readonly Item[]>,
): Promise<{ readonly items: readonly Item[]; readonly problems: readonly string[] }> {
  const connections = context.keep(mcpConnections);
  if (toolbox !== undefined) {
    const server = await findServer(context, toolbox);
    const items = await connections.use(server, context, (connection) => work(connection, server.name));
    return { items, problems: [] };
  }
  const problems: string[] = [];
  const items = await Promise.all(
    (await configuredServers(context)).map(async (server) => {
      try {
        return await connections.use(usable(server), context, (connection) => work(connection, server.name));
      } catch (thrown) {
        problems.push(toCommandError(thrown).message);
        return [];
      }
    }),
  );
  return { items: items.flat(), problems };
}
