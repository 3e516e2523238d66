import { call, type Place, toCommandError, worded } from '@helve/command';
import { command as execute } from '../commands/mcp/execute.ts';
import { type Server, SERVER_PROGRAMS } from '../mcp/server.ts';
import { configuredServers, usable } from '../mcp/configured-servers.ts';
import { cachedTools } from '../mcp/tool-cache.ts';
import type { McpTool } from '../mcp/tool.ts';
import { asWord, mcpToolName } from './as-word.ts';
import type { Guest } from './guest-command.ts';
import type { GuestSource } from './guests.ts';

/** The MCP servers, with those of their tools that are known because they were asked before. */
export async function mcpSources(place: Place): Promise<readonly GuestSource[]> {
  return Promise.all((await configuredServers({ place })).map((server) => sourceOf(server, place)));
}

async function sourceOf(server: Server, place: Place): Promise<GuestSource> {
  const source = {
    name: asWord(server.name),
    kind: 'mcp',
    scope: server.scope,
    summary: `Tools of the MCP server ${server.name}`,
  } as const;
  try {
    const tools = (await cachedTools(place, usable(server)))?.tools ?? [];
    if (tools.length > 0)
      return { ...source, guests: (module) => tools.map((tool) => guestOf(module, server.name, tool)) };
    return { ...source, guests: () => [], problem: neverListed(server.name) };
  } catch (thrown) {
    return { ...source, guests: () => [], problem: toCommandError(thrown) };
  }
}

function neverListed(name: string): NonNullable<GuestSource['problem']> {
  return {
    message: `the MCP server ${name} was not queried for its tools`,
    hint: worded`Ask it: ${call('mcp tools', { toolbox: name })}`,
  };
}

function guestOf(module: string, server: string, tool: McpTool): Guest {
  return {
    module,
    action: asWord(tool.name),
    ownName: tool.name,
    description: tool.description ?? tool.title ?? '',
    inputs: tool.inputSchema,
    output: execute.output,
    render: execute.render,
    kept: true,
    programs: SERVER_PROGRAMS,
    otherName: mcpToolName(server, tool.name),
    call: async (params, context) => {
      const { callTool } = await import('../mcp/execute.ts');
      return callTool({ toolbox: server, tool: tool.name, params }, context);
    },
  };
}
