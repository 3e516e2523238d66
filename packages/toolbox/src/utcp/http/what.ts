import type { CallTemplate } from '../manual.ts';
import type { ToolCall } from '../protocol.ts';

/**
 * Who is asked for what, for messages. The address is that of the template before variables and arguments were filled in,
 * without its query, so no secret can be in it.
 */
export function describeCall({ manualName, tool }: ToolCall): string {
  const { url } = tool.tool_call_template;
  const address = typeof url === 'string' ? ` (${withoutQuery(url)})` : '';
  return `${manualName}.${tool.name}${address}`;
}

export function describeDiscovery(template: CallTemplate): string {
  const { url } = template;
  const origin = typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : 'an unknown place';
  return `Reading the manual at ${origin}`;
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
}
