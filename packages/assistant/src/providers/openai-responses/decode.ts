import type { ModelEvent, StopReason } from '../../model/provider.ts';
import { brokenOff } from '../../transport/failure.ts';
import type { ServerSentEvent } from '../../transport/sse.ts';
import type { Reasoning } from './request.ts';

/** The stream of OpenAI's responses API in our words. */
export async function* decodeResponses(
  events: AsyncIterable<ServerSentEvent>,
  provider: string,
): AsyncGenerator<ModelEvent> {
  const calls = new Map<string, string>();
  let refusal = false;
  for await (const { data } of events) {
    if (data === '[DONE]') return;
    const event = JSON.parse(data) as WireEvent;
    const { item, response, delta = '' } = event;
    switch (event.type) {
      case 'response.output_item.added':
        if (item?.type === 'web_search_call') yield { type: 'searched' };
        if (item?.type !== 'function_call') break;
        calls.set(item.id ?? '', item.call_id ?? '');
        yield { type: 'toolCall', id: item.call_id ?? '', name: item.name ?? '' };
        break;
      case 'response.function_call_arguments.delta':
        yield { type: 'toolInput', id: calls.get(event.item_id ?? '') ?? '', json: delta };
        break;
      case 'response.output_text.delta':
        yield { type: 'text', text: delta };
        break;
      case 'response.output_text.annotation.added': {
        const { url, title } = event.annotation ?? {};
        if (url !== undefined) yield { type: 'sources', sources: [{ title: title ?? url, url }] };
        break;
      }
      case 'response.refusal.delta':
        refusal = true;
        yield { type: 'text', text: delta };
        break;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        yield { type: 'thinking', text: delta };
        break;
      case 'response.output_item.done':
        if (item?.type === 'reasoning') yield { type: 'signature', signature: JSON.stringify(reasoningOf(item)) };
        break;
      case 'response.completed':
      case 'response.incomplete':
        if (response?.usage) yield { type: 'usage', usage: readUsage(response.usage) };
        yield { type: 'end', reason: reasonOf(response?.incomplete_details?.reason, refusal, calls.size > 0) };
        break;
      case 'response.failed':
      case 'error': {
        const error = response?.error ?? event.error ?? event;
        throw brokenOff(provider, error.code ?? '', error.message ?? data);
      }
      default:
      // The many events that only repeat what others said.
    }
  }
}

function reasoningOf({ id = '', encrypted_content: encrypted }: WireItem): Reasoning {
  return { id, ...(encrypted ? { encrypted } : {}) };
}

function reasonOf(incomplete: string | undefined, refusal: boolean, calls: boolean): StopReason {
  if (incomplete === 'max_output_tokens') return 'maxOutput';
  if (refusal || incomplete === 'content_filter') return 'refusal';
  return calls ? 'toolCalls' : 'end';
}

function readUsage({ input_tokens = 0, output_tokens = 0, input_tokens_details: details }: WireUsage) {
  const cacheRead = details?.cached_tokens ?? 0;
  return { input: input_tokens - cacheRead, output: output_tokens, cacheRead, cacheWrite: 0 };
}

interface WireUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly input_tokens_details?: { readonly cached_tokens?: number };
}

interface WireError {
  readonly code?: string | null;
  readonly message?: string;
}

interface WireItem {
  readonly type: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly name?: string;
  readonly encrypted_content?: string | null;
}

interface WireEvent extends WireError {
  readonly type: string;
  readonly delta?: string;
  readonly item_id?: string;
  readonly annotation?: { readonly url?: string; readonly title?: string };
  readonly item?: WireItem;
  readonly error?: WireError;
  readonly response?: {
    readonly usage?: WireUsage | null;
    readonly error?: WireError | null;
    readonly incomplete_details?: { readonly reason?: string } | null;
  };
}
