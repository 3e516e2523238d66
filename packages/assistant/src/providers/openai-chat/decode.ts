import type { ModelEvent, StopReason } from '../../model/provider.ts';
import { brokenOff } from '../../transport/failure.ts';
import type { ServerSentEvent } from '../../transport/sse.ts';

/** The stream of a chat completions endpoint in our words. Servers differ: what one leaves out is made up for. */
export async function* decodeChat(
  events: AsyncIterable<ServerSentEvent>,
  provider: string,
): AsyncGenerator<ModelEvent> {
  const calls = new Map<number, string>();
  let made = 0;
  let reason: StopReason | undefined;
  for await (const { data } of events) {
    if (data === '[DONE]') break;
    const { choices = [], usage, error } = JSON.parse(data) as Chunk;
    if (error) throw brokenOff(provider, error.type ?? '', error.message ?? data);
    if (usage) yield { type: 'usage', usage: readUsage(usage) };
    const [choice] = choices;
    const {
      content,
      refusal,
      reasoning_content: reasoning,
      reasoning: alsoReasoning,
      tool_calls: pieces = [],
    } = choice?.delta ?? {};
    const thought = reasoning ?? alsoReasoning;
    if (thought) yield { type: 'thinking', text: thought };
    if (content) yield { type: 'text', text: content };
    if (refusal) yield { type: 'text', text: refusal };
    for (const { index = 0, id, function: called = {} } of pieces ?? []) {
      let current = calls.get(index);
      if (current === undefined || (id && id !== current && called.name)) {
        current = id || `call_${++made}`;
        calls.set(index, current);
        yield { type: 'toolCall', id: current, name: called.name ?? '' };
      }
      if (called.arguments) yield { type: 'toolInput', id: current, json: called.arguments };
    }
    if (choice?.finish_reason) reason = refusal ? 'refusal' : (STOP_REASONS[choice.finish_reason] ?? 'end');
  }
  if (reason) yield { type: 'end', reason };
}

const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  stop: 'end',
  tool_calls: 'toolCalls',
  function_call: 'toolCalls',
  length: 'maxOutput',
  content_filter: 'refusal',
};

function readUsage({ prompt_tokens = 0, completion_tokens = 0, prompt_tokens_details: details }: WireUsage) {
  const cacheRead = details?.cached_tokens ?? 0;
  return { input: prompt_tokens - cacheRead, output: completion_tokens, cacheRead, cacheWrite: 0 };
}

interface WireUsage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
}

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly refusal?: string | null;
      readonly reasoning_content?: string | null;
      readonly reasoning?: string | null;
      readonly tool_calls?:
        | readonly {
            readonly index?: number;
            readonly id?: string;
            readonly function?: { readonly name?: string; readonly arguments?: string };
          }[]
        | null;
    };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: WireUsage | null;
  readonly error?: { readonly type?: string; readonly message?: string };
}
