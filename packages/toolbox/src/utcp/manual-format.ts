import { CommandError } from '@helve/command';

/** The words of the UTCP format, as we write it. What we read may be looser: see read-manual.ts. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a tool is called, or where a manual is found. Each protocol reads its own keys beside these. */
export interface CallTemplate {
  readonly name?: string;
  /** The protocol: `cli`, `http`, `mcp`. */
  readonly call_template_type: string;
  /** Protocols that the tools of a manual may use; absent or empty: only its own. */
  readonly allowed_communication_protocols?: readonly string[];
  readonly [key: string]: unknown;
}

export interface UtcpTool {
  /** Within its manual, without the manual's name. May hold dots. */
  readonly name: string;
  readonly description: string;
  readonly inputs: JsonSchema;
  readonly outputs: JsonSchema;
  readonly tags: readonly string[];
  readonly average_response_size?: number;
  readonly tool_call_template: CallTemplate;
}

export interface Manual {
  readonly utcp_version: string;
  readonly manual_version: string;
  readonly tools: readonly UtcpTool[];
}

/** A manual's name as part of its tools' names: nothing but letters, digits and underscores. */
export function manualName(given: string): string {
  const name = given.trim().replaceAll(/\W/g, '_');
  if (name !== '') return name;
  throw new CommandError('INVALID_INPUT', 'A manual needs a name', { hint: 'Give it one: "name": "weather".' });
}

/** `manual.tool` taken apart. A tool's own name may hold dots, as those of MCP servers do. */
export function splitToolName(name: string): readonly [manual: string, tool: string] {
  const dot = name.indexOf('.');
  return dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
}

/** What a manual may bring if it does not say: what came from elsewhere only more of its kind, never programs of ours. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'file', 'cli', 'http', 'sse', 'streamable_http', 'mcp', 'direct-call'],
  file: ['text', 'file', 'http', 'sse', 'streamable_http'],
};

/** The kinds of tools that the manual which a template leads to may bring. */
export function protocolsFor(template: CallTemplate): ReadonlySet<string> {
  const { call_template_type: own, allowed_communication_protocols: allowed } = template;
  return new Set(allowed && allowed.length > 0 ? allowed : (USUAL[own] ?? [own]));
}

/** The template with more kinds that its manual may bring. */
export function allowing(template: CallTemplate, kinds: readonly string[]): CallTemplate {
  return { ...template, allowed_communication_protocols: [...new Set([...protocolsFor(template), ...kinds])] };
}
