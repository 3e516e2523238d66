import {
  type AssistantPart,
  type MediaPart,
  type Message,
  type TextPart,
  toolCallsOf,
  type UserPart,
} from '../../model/message.ts';
import type { Effort, ModelRequest } from '../../model/provider.ts';

interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

/** The first of its versions: later ones search from within programs that the provider runs. */
const WEB_SEARCH = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 } as const;

const CACHED = { cache_control: { type: 'ephemeral' } } as const;

/**
 * A request to the Messages API. The system prompt ends a cached prefix, and so do the last two of the user's messages:
 * the next request finds this one's in the cache, however many blocks came between.
 */
export function anthropicBody({
  model,
  system,
  tools,
  messages,
  effort,
  maxOutput = model.maxOutput,
  webSearch,
}: ModelRequest): object {
  const declared = [
    ...tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
    ...(webSearch ? [WEB_SEARCH] : []),
  ];
  return {
    model: model.id,
    max_tokens: maxOutput,
    stream: true,
    ...thinkingOf(model.thinking, effort, maxOutput, messages),
    system: [{ type: 'text', text: system, ...CACHED }],
    ...(declared.length === 0 ? {} : { tools: declared }),
    messages: withCachePoints(messages.map((message) => toWire(message, model.id))),
  };
}

function toWire({ role, content }: Message, modelId: string): WireMessage {
  return { role, content: content.flatMap((part) => toBlocks(part, modelId)) };
}

function toBlocks(part: AssistantPart | UserPart, modelId: string): readonly Block[] {
  switch (part.type) {
    case 'text':
    case 'media':
      return [toContent(part)];
    case 'thinking': {
      const { text: thinking, signature, redacted, by } = part;
      if (signature === undefined || by !== modelId) return [];
      return [redacted ? { type: 'redacted_thinking', data: signature } : { type: 'thinking', thinking, signature }];
    }
    case 'toolCall':
      return [{ type: 'tool_use', id: part.id, name: part.name, input: part.input }];
    case 'toolResult':
      return [
        {
          type: 'tool_result',
          tool_use_id: part.callId,
          content: part.content.map(toContent),
          ...(part.isError ? { is_error: true } : {}),
        },
      ];
  }
}

function toContent(part: TextPart | MediaPart): Block {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const source = { type: 'base64', media_type: part.mediaType, data: part.data };
  return { type: part.mediaType.startsWith('image/') ? 'image' : 'document', source };
}

function withCachePoints(messages: readonly WireMessage[]): readonly WireMessage[] {
  const users = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const points = new Set(users.slice(-2));
  return messages.map((message, index) => {
    const last = message.content.at(-1);
    if (!points.has(index) || !last) return message;
    return { ...message, content: [...message.content.slice(0, -1), { ...last, ...CACHED }] };
  });
}

/** Tokens of thought for models that are given a number. */
const BUDGETS: Readonly<Record<Exclude<Effort, 'off'>, number>> = {
  low: 2048,
  medium: 8192,
  high: 24_000,
  max: 48_000,
};

function thinkingOf(
  kind: ModelRequest['model']['thinking'],
  effort: Effort | undefined,
  maxOutput: number,
  messages: readonly Message[],
): object {
  if (effort === undefined || kind === 'none') return {};
  if (effort === 'off') return { thinking: { type: 'disabled' } };
  if (kind === 'adaptive') return { thinking: { type: 'adaptive' }, output_config: { effort } };
  if (!mayThink(messages)) return {};
  const budget = Math.min(BUDGETS[effort], maxOutput - 1024);
  return budget < 1024 ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
}

/** With a budget, an answer that called tools must begin with its thoughts; one of another model has none. */
function mayThink(messages: readonly Message[]): boolean {
  const last = messages.findLast((message) => message.role === 'assistant');
  return !last || toolCallsOf(last.content).length === 0 || last.content[0]?.type === 'thinking';
}
