import type { CallTemplate } from './manual.ts';

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
