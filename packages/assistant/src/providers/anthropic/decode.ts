import type { ModelEvent, Source, StopReason } from '../../model/provider.ts';
import { NO_USAGE, type Usage } from '../../model/usage.ts';
import { brokenOff } from '../../transport/failure.ts';
import type { ServerSentEvent } from '../../transport/sse.ts';

/** The stream of the Messages API in our words. */
export async function* decodeAnthropic(
  events: AsyncIterable<ServerSentEvent>,
  provider: string,
): AsyncGenerator<ModelEvent> {
  const calls = new Map<number, string>();
  let usage = NO_USAGE;
  let reason: StopReason = 'end';
  for await (const { data } of events) {
    const event = JSON.parse(data) as WireEvent;
    switch (event.type) {
      case 'message_start':
        usage = readUsage(event.message?.usage, usage);
        yield { type: 'usage', usage };
        break;
      case 'content_block_start': {
        const { content_block: block = { type: '' }, index = 0 } = event;
        if (block.type === 'text' && block.text) yield { type: 'text', text: block.text };
        if (block.type === 'thinking' && block.thinking) yield { type: 'thinking', text: block.thinking };
        if (block.type === 'redacted_thinking')
          yield { type: 'signature', signature: block.data ?? '', redacted: true };
        if (block.type === 'server_tool_use') yield { type: 'searched' };
        if (block.type === 'web_search_tool_result') yield { type: 'sources', sources: readSources(block.content) };
        if (block.type !== 'tool_use') break;
        const { id = '', name = '', input = {} } = block;
        calls.set(index, id);
        yield { type: 'toolCall', id, name };
        if (Object.keys(input).length > 0) yield { type: 'toolInput', id, json: JSON.stringify(input) };
        break;
      }
      case 'content_block_delta': {
        const { delta = {}, index = 0 } = event;
        if (delta.type === 'text_delta') yield { type: 'text', text: delta.text ?? '' };
        if (delta.type === 'thinking_delta') yield { type: 'thinking', text: delta.thinking ?? '' };
        if (delta.type === 'signature_delta') yield { type: 'signature', signature: delta.signature ?? '' };
        if (delta.type === 'input_json_delta') {
          const id = calls.get(index);
          // Those of the provider's own tools are no concern of ours.
          if (id !== undefined) yield { type: 'toolInput', id, json: delta.partial_json ?? '' };
        }
        break;
      }
      case 'message_delta':
        usage = readUsage(event.usage, usage);
        reason = STOP_REASONS[event.delta?.stop_reason ?? ''] ?? reason;
        yield { type: 'usage', usage };
        break;
      case 'message_stop':
        yield { type: 'end', reason };
        break;
      case 'error':
        throw brokenOff(provider, event.error?.type ?? '', event.error?.message ?? data);
      default:
      // Pings, and whatever is added to the format later.
    }
  }
}

const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'toolCalls',
  max_tokens: 'maxOutput',
  model_context_window_exceeded: 'contextFull',
  refusal: 'refusal',
  pause_turn: 'pause',
};

/** Where the search failed there is no list. */
function readSources(content: unknown): readonly Source[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap(({ url, title }: Partial<Source>) =>
    url === undefined ? [] : [{ title: title ?? url, url }],
  );
}

/** Only what an event says; the rest stays. */
function readUsage(said: WireUsage | undefined, before: Usage): Usage {
  return {
    input: said?.input_tokens ?? before.input,
    output: said?.output_tokens ?? before.output,
    cacheRead: said?.cache_read_input_tokens ?? before.cacheRead,
    cacheWrite: said?.cache_creation_input_tokens ?? before.cacheWrite,
  };
}

interface WireUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
}

interface WireEvent {
  readonly type: string;
  readonly index?: number;
  readonly message?: { readonly usage?: WireUsage };
  readonly usage?: WireUsage;
  readonly content_block?: {
    readonly type: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly data?: string;
    readonly id?: string;
    readonly name?: string;
    readonly input?: object;
    readonly content?: unknown;
  };
  readonly delta?: {
    readonly type?: string;
    readonly text?: string;
    readonly thinking?: string;
    readonly signature?: string;
    readonly partial_json?: string;
    readonly stop_reason?: string | null;
  };
  readonly error?: { readonly type?: string; readonly message?: string };
}
