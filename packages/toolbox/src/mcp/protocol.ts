import { CommandError } from '@helve/command';
import type { CallTemplate, Manual, UtcpTool } from '../utcp/manual-format.ts';
import type { Finding, Host, Protocol, ToolCall, ToolResult } from '../utcp/protocol.ts';
import type { Connection } from './connection.ts';
import type { Connections, UsableServer } from './connections.ts';
import { checkToolArguments, findTool } from './execute.ts';
import { readConfig } from './read-config.ts';
import { resourceText, resourceTools } from './resource-tools.ts';
import { type CallResult, shapeResult } from './result.ts';
import { serversOf, usable } from './configured-servers.ts';

const DEFAULT_MS = 120_000;

/** MCP servers as a UTCP protocol: a template lists servers, and their tools are called `server.tool`. */
export function createMcpProtocol(connections: Connections): Protocol {
  return {
    type: 'mcp',
    discover: async (template, host) => {
      const found = await Promise.all(
        serversIn(template, host).map((server) =>
          connections.use(server, { ...host, place: host }, (connection) =>
            toolsOf(connection, server, template, host),
          ),
        ),
      );
      const manual: Manual = { utcp_version: '1.0.1', manual_version: '1.0.0', tools: found.flat() };
      return manual;
    },
    call: async (call, host) => {
      const { server, name } = locate(call, host);
      return connections.use(server, { ...host, place: host }, (connection) =>
        callTool(connection, server, name, call, host),
      );
    },
    check: (template, at) => checkTemplate(template, at),
    close: () => connections.close(),
  };
}

async function toolsOf(
  connection: Connection,
  server: UsableServer,
  template: CallTemplate,
  host: Host,
): Promise<readonly UtcpTool[]> {
  const tools = connection.tools.map(
    (tool): UtcpTool => ({
      name: `${server.name}.${tool.name}`,
      description: tool.description ?? tool.title ?? '',
      inputs: tool.inputSchema,
      outputs: tool.outputSchema ?? {},
      tags: [],
      tool_call_template: template,
    }),
  );
  if (template.register_resources_as_tools !== true) return tools;
  const resources = await connection.resources({ signal: host.signal, timeoutMs: DEFAULT_MS });
  return [...tools, ...resourceTools(server.name, resources, template)];
}

async function callTool(
  connection: Connection,
  server: UsableServer,
  name: string,
  { template, args, timeoutMs, onEvent }: ToolCall,
  host: Host,
): Promise<ToolResult> {
  const options = {
    signal: host.signal,
    timeoutMs: timeoutMs ?? DEFAULT_MS,
    progress: (message: string) => {
      host.progress(message);
      onEvent?.({ type: 'progress', message });
    },
  };
  if (typeof template.resource_uri === 'string') {
    return { value: resourceText(await connection.readResource(template.resource_uri, options)) };
  }
  const tool = await findTool(connection, server.name, name, options);
  checkToolArguments(tool, args);
  const result = await shapeResult(server.name, tool.name, await connection.call(tool, args, options), {
    place: host,
    now: host.now,
  });
  return { value: valueOf(result), detail: { ...result } };
}

/** Structured content where there is any; else the text, parsed only if it is a JSON object or list. */
function valueOf({ structuredContent, text, attachments }: CallResult): unknown {
  if (structuredContent !== undefined) return structuredContent;
  if (attachments !== undefined) return text === '' ? attachments : [text, ...attachments];
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The server of a tool's name, which may itself hold dots, and what is left of the name. */
function locate({ tool, template }: ToolCall, host: Host): { readonly server: UsableServer; readonly name: string } {
  const servers = serversIn(template, host).filter(({ name }) => tool.name.startsWith(`${name}.`));
  const [server] = servers.sort((one, other) => other.name.length - one.name.length);
  if (server) return { server, name: tool.name.slice(server.name.length + 1) };
  throw new CommandError('NOT_FOUND', `The template of ${tool.name} does not name its server`, {
    hint: 'A tool of an MCP server is called server.tool.',
    details: { tool: tool.name },
  });
}

function serversIn(template: CallTemplate, host: Host): readonly UsableServer[] {
  const entries = entriesOf(template);
  if (!entries) throw new CommandError('INVALID_INPUT', `config.mcpServers of the template must be an object`);
  const servers = serversOf(entries, {
    // Variables of a template were filled in before, from the manual's own; ours are not for it to read.
    env: {},
    scope: 'manual',
    source: template.name ?? 'the manual',
    trusted: true,
    folder: host.root,
    foreign: true,
  }).map(usable);
  for (const { name, config } of servers) {
    if (config.type !== 'stdio' && !host.allow.privateNetwork && isPlain(config.url)) {
      throw new CommandError('PERMISSION_DENIED', `The MCP server ${name} would be reached without TLS`, {
        hint: 'Use https, or allow the private network in the settings.',
        details: { server: name, url: config.url },
      });
    }
  }
  return servers;
}

function checkTemplate(template: CallTemplate, at: string): readonly Finding[] {
  const entries = entriesOf(template);
  if (!entries) return [{ level: 'error', at: `${at}.config.mcpServers`, message: 'must be an object of servers' }];
  return Object.entries(entries).flatMap(([name, entry]): Finding[] => {
    try {
      const config = readConfig(entry);
      if (config.type === 'stdio' || !isPlain(config.url)) return [];
      return [{ level: 'warning', at: `${at}.config.mcpServers.${name}.url`, message: 'is reached without TLS' }];
    } catch (thrown) {
      const { message, hint } = thrown as CommandError;
      return [
        { level: 'error', at: `${at}.config.mcpServers.${name}`, message, ...(hint === undefined ? {} : { hint }) },
      ];
    }
  });
}

function entriesOf({ config }: CallTemplate): Readonly<Record<string, unknown>> | undefined {
  const { mcpServers } = (typeof config === 'object' && config !== null ? config : {}) as Record<string, unknown>;
  return typeof mcpServers === 'object' && mcpServers !== null && !Array.isArray(mcpServers)
    ? { ...mcpServers }
    : undefined;
}

/** http beyond this machine. */
function isPlain(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
