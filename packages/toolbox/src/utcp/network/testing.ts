import { tmpdir } from 'node:os';
import type { CallTemplate, UtcpTool } from '../manual-format.ts';
import type { CallEvent, Host, ToolCall } from '../protocol.ts';

export { json, type Seen, serve } from '@helve/network/testing';

export function testHost(more: Partial<Host> = {}): Host & { readonly warnings: string[] } {
  const warnings: string[] = [];
  return {
    allow: {},
    cwd: tmpdir(),
    env: {},
    home: tmpdir(),
    root: tmpdir(),
    now: Date.now,
    signal: new AbortController().signal,
    progress: () => {},
    warn: (message) => warnings.push(message),
    warnings,
    ...more,
  };
}

export function testCall(
  template: Omit<CallTemplate, 'call_template_type'>,
  args: Record<string, unknown> = {},
  more: Partial<ToolCall> = {},
): ToolCall & { readonly events: CallEvent[] } {
  const filled: CallTemplate = { call_template_type: 'http', ...template };
  const tool: UtcpTool = {
    name: 'tool',
    description: '',
    inputs: {},
    outputs: {},
    tags: [],
    tool_call_template: filled,
  };
  const events: CallEvent[] = [];
  return { manualName: 'test', tool, template: filled, args, events, onEvent: (event) => events.push(event), ...more };
}
