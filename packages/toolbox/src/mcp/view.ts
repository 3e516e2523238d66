import { call, type ContentPart, type Facts, type Say, worded } from '@helve/command';
import type { Output as ServerList } from '../commands/mcp/servers.ts';
import type { Output as ToolsResult } from '../commands/mcp/tools.ts';
import type { CallResult } from './result.ts';
import type { McpTool } from './tool.ts';

export function viewServers({ servers }: ServerList, _input: object, _facts: Facts, say: Say): string {
  if (servers.length === 0) {
    const add = call('mcp configure', { name: 'NAME', config: { command: '…' } });
    return say(worded`No MCP server is configured. Add one: ${add}`);
  }
  return servers
    .map(({ name, scope, status, runs, tools, trusted, problem }) => {
      const state = trusted ? status : 'not trusted';
      const notes = [scope, state, ...(tools === undefined ? [] : [`${tools} tools`])].join(', ');
      return `${name}  (${notes})  ${runs}${problem === undefined ? '' : `\n  ${problem}`}`;
    })
    .join('\n');
}

export function briefServers({ servers }: ServerList): string {
  return `${servers.length} MCP servers, ${servers.filter(({ status }) => status === 'connected').length} connected`;
}

export function viewTools({ toolboxes }: ToolsResult): string {
  if (toolboxes.length === 0) return 'No MCP server is configured.';
  return toolboxes
    .map(({ toolbox, tools, problem }) =>
      [`${toolbox}:`, ...tools.map(viewTool), ...(problem ? [`  ${problem}`] : [])].join('\n'),
    )
    .join('\n');
}

export function briefTools({ toolboxes }: ToolsResult): string {
  const count = toolboxes.reduce((sum, { tools }) => sum + tools.length, 0);
  return `${count} tools of ${toolboxes.length} MCP servers`;
}

/** For a model: the text, and images as they are. */
export function modelResult(result: CallResult): string | readonly ContentPart[] {
  const images = (result.attachments ?? []).flatMap(({ type, mimeType, data }) =>
    type === 'image' && mimeType !== undefined && data !== undefined ? [{ inlineData: { mimeType, data } }] : [],
  );
  const text = viewResult(result);
  return images.length === 0 ? text : [{ text }, ...images];
}

export function viewResult({ text, structuredContent, attachments = [], spill }: CallResult): string {
  const main = text === '' && structuredContent !== undefined ? JSON.stringify(structuredContent, null, 2) : text;
  const others = attachments.map(({ type, mimeType, uri, name, bytes, file, text: content }) => {
    const about = [mimeType, name, uri, bytes === undefined ? undefined : `${bytes} bytes`, file].filter(Boolean);
    return `[${type}: ${about.join(', ')}]${content === undefined ? '' : `\n${content}`}`;
  });
  const rest = Object.values(spill ?? {}).map((file) => `[Truncated. Full output: ${file}]`);
  return [main, ...others, ...rest].filter((part) => part !== '').join('\n');
}

export function briefResult({ toolbox, tool, text, attachments = [] }: CallResult): string {
  return `${toolbox}.${tool}: ${text.length} characters${attachments.length > 0 ? `, ${attachments.length} attachments` : ''}`;
}

function viewTool({ name, description = '' }: McpTool): string {
  const [line = ''] = description.trim().split('\n');
  return `  ${name}${line === '' ? '' : `  ${line.length > 100 ? `${line.slice(0, 99)}…` : line}`}`;
}
