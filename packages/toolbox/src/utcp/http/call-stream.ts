import { type Connect, withLimit } from '@helve/network';
import type { Host, ToolCall, ToolResult } from '../protocol.ts';
import { Received } from './received.ts';
import { describeCall, STREAM_MS, timeoutOf } from './send.ts';

/** What a stream is read with. */
export interface Streaming {
  /** What is called, for messages. */
  readonly what: string;
  readonly received: Received;
  readonly connect: Connect;
}

/** Calls a tool that answers bit by bit, within its time. Should it fail, the error tells what had come until then. */
export function callStream(
  call: ToolCall,
  host: Host,
  read: (streaming: Streaming) => Promise<ToolResult>,
): Promise<ToolResult> {
  const what = describeCall(call);
  const received = new Received(what);
  const started = host.now();
  return received.orPartial(
    withLimit(host.signal, timeoutOf(call, STREAM_MS), what, async (signal) => {
      const { value, detail } = await read({ what, received, connect: { allow: host.allow, now: host.now, signal } });
      return { value, detail: { ...detail, durationMs: host.now() - started } };
    }),
  );
}
