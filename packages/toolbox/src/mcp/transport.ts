import {
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { CommandError } from '@helve/command';
import { type Allowances, checkUrl, guardedFetch } from '@helve/network';
import { boundedFetch } from './bounded-fetch.ts';
import type { ServerConfig } from './server.ts';
import { StdioTransport, type StdioPlan } from './stdio-transport.ts';
import type { Tail } from './tail.ts';

export interface TransportPlan extends Omit<StdioPlan, 'config' | 'log'> {
  readonly config: ServerConfig;
  /** Has the tokens of a login, if there was one. */
  readonly provider?: OAuthClientProvider | undefined;
  /** What the user's settings allow beyond the rules for the network. */
  readonly allow: Allowances;
}

/** The way to a server. `fail` is told of what no request hears of by itself. */
export function createTransport(plan: TransportPlan, log: Tail, fail: (error: CommandError) => void): Transport {
  const { name, folder, env, config, confinement } = plan;
  if (config.type === 'stdio') return new StdioTransport({ name, config, folder, env, confinement, log });
  const options = {
    requestInit: { headers: { ...config.headers } },
    fetch: boundedFetch(name, fail, guardedFetch(plan.allow, `The MCP server ${name}`)),
    ...(plan.provider ? { authProvider: plan.provider } : {}),
  };
  const url = checkUrl(config.url, plan.allow);
  return config.type === 'http'
    ? new StreamableHTTPClientTransport(url, options)
    : new SSEClientTransport(url, options);
}
