import {
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { CommandError } from '@helve/command';
import { boundedFetch } from './bounded-fetch.ts';
import type { ServerConfig } from './server.ts';
import { StdioTransport, type StdioPlan } from './stdio-transport.ts';
import type { Tail } from './tail.ts';

export interface TransportPlan extends Omit<StdioPlan, 'config' | 'log'> {
  readonly config: ServerConfig;
  /** Has the tokens of a login, if there was one. */
  readonly provider?: OAuthClientProvider | undefined;
}

/** The way to a server. `fail` is told of what no request hears of by itself. */
export function createTransport(plan: TransportPlan, log: Tail, fail: (error: CommandError) => void): Transport {
  const { name, folder, env, config } = plan;
  if (config.type === 'stdio') return new StdioTransport({ name, config, folder, env, log });
  const options = {
    requestInit: { headers: { ...config.headers } },
    fetch: boundedFetch(name, fail),
    ...(plan.provider ? { authProvider: plan.provider } : {}),
  };
  const url = new URL(config.url);
  return config.type === 'http'
    ? new StreamableHTTPClientTransport(url, options)
    : new SSEClientTransport(url, options);
}
