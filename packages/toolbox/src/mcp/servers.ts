import { CommandError, type Run } from '@helve/command';
import { mcpConnections } from './connections.ts';
import { type Scope, transportOf } from './server.ts';
import { configuredServers } from './configured-servers.ts';
import { cachedTools } from './tool-cache.ts';
import type { Output } from '../commands/mcp/servers.ts';

export interface ListedServer {
  readonly name: string;
  readonly scope: Scope;
  readonly source: string;
  readonly transport: 'stdio' | 'http' | 'sse' | 'unknown';
  /** What it runs or reaches, as written. */
  readonly runs: string;
  readonly trusted: boolean;
  readonly status: 'connected' | 'starting' | 'failed' | 'stopped' | 'unavailable';
  readonly pid?: number;
  /** How many tools it had when they were listed last. */
  readonly tools?: number;
  readonly problem?: string;
}

/** Shows what is configured and what of it runs; starts nothing. */
export const listServers: Run<object, Output> = async (_, context) => {
  const connections = context.keep(mcpConnections);
  const servers = await configuredServers(context);
  return {
    servers: await Promise.all(
      servers.map(async (server) => {
        const { name, scope, source, shown, trusted, config } = server;
        const known = await cachedTools(context.place, server);
        return {
          name,
          scope,
          source,
          transport: transportOf(server),
          runs: shown,
          trusted,
          ...connections.state(server),
          ...(known ? { tools: known.tools.length } : {}),
          ...(config instanceof CommandError ? { problem: config.message } : {}),
        };
      }),
    ),
  };
};
