import type { CallTemplate } from '../manual.ts';
import type { ToolCall } from '../protocol.ts';

export const DISCOVERY_MS = 10_000;
export const CALL_MS = 30_000;
export const STREAM_MS = 60_000;

/** How long a call may take: as the caller says, else the template, else what is usual. */
export function timeoutOf(call: ToolCall, usual: number): number {
  return call.timeoutMs ?? timeoutIn(call.template) ?? usual;
}

export function timeoutIn({ timeout }: CallTemplate): number | undefined {
  return typeof timeout === 'number' && Number.isFinite(timeout) && timeout > 0 ? timeout : undefined;
}
