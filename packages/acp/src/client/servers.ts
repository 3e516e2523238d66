import type { McpServer } from '@agentclientprotocol/sdk';
import { CommandError } from '@helve/command';

/** The MCP servers of a client by names that can be words of a command, in the form of `.mcp.json`. */
export function serversOf(servers: readonly McpServer[]): Readonly<Record<string, unknown>> {
  const entries = new Map<string, unknown>();
  for (const server of servers) {
    const word = server.name.trim().replaceAll(/[^\w.-]+/g, '_') || 'server';
    let name = word;
    for (let number = 2; entries.has(name); number++) name = `${word}_${number}`;
    entries.set(name, entryOf(server));
  }
  return Object.fromEntries(entries);
}

function entryOf(server: McpServer): object {
  if (!('type' in server)) {
    const { command, args, env } = server;
    return { type: 'stdio', command, args, env: byName(env) };
  }
  if (server.type === 'http') return { type: 'http', url: server.url, headers: byName(server.headers) };
  throw new CommandError('INVALID_INPUT', `The MCP server ${server.name} uses the transport ${server.type}`, {
    hint: 'Use stdio or http.',
  });
}

function byName(pairs: readonly { readonly name: string; readonly value: string }[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
