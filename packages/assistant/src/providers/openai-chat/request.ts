import {
  type AssistantMessage,
  type MediaPart,
  type Message,
  textOf,
  type TextPart,
  toolCallsOf,
  type UserMessage,
} from '../../model/message.ts';
import type { ModelRequest } from '../../model/provider.ts';

type WireMessage = Readonly<Record<string, unknown>> & { readonly role: string };

/** A request to a chat completions endpoint, with nothing in it that only some servers know. */
export function chatBody({
  model,
  system,
  tools,
  messages,
  effort,
  maxOutput = model.maxOutput,
}: ModelRequest): object {
  return {
    model: model.id,
    stream: true,
    stream_options: { include_usage: true },
    ...(model.limitsOutput ? { max_tokens: maxOutput } : {}),
    ...(effort === undefined || effort === 'off' || model.thinking === 'none'
      ? {}
      : { reasoning_effort: effort === 'max' ? 'high' : effort }),
    messages: [{ role: 'system', content: system }, ...messages.flatMap(toWire)],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: 'function',
            function: { name, description, parameters: inputSchema },
          })),
        }),
  };
}

function toWire(message: Message): readonly WireMessage[] {
  return message.role === 'user' ? fromUser(message) : [fromAssistant(message)];
}

/** Each result is a message of its own and can be text only: what else a tool gave follows as the user's. */
function fromUser({ content }: UserMessage): readonly WireMessage[] {
  const results = content.flatMap((part) => (part.type === 'toolResult' ? [part] : []));
  const said = content.flatMap((part) => (part.type === 'toolResult' ? [] : [part]));
  const media = results.flatMap((result) => result.content.filter((part) => part.type === 'media'));
  const rest = [...media, ...said];
  return [
    ...results.map((result) => ({ role: 'tool', tool_call_id: result.callId, content: textOf(result.content) })),
    ...(rest.length === 0 ? [] : [{ role: 'user', content: toContent(rest) }]),
  ];
}

function fromAssistant({ content }: AssistantMessage): WireMessage {
  const calls = toolCallsOf(content).map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { role: 'assistant', content: textOf(content) || null, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

function toContent(parts: readonly (TextPart | MediaPart)[]): string | readonly object[] {
  if (parts.every((part) => part.type === 'text')) return parts.map(({ text }) => text).join('\n\n');
  return parts.map((part) => (part.type === 'text' ? { type: 'text', text: part.text } : toFile(part)));
}

function toFile({ mediaType, data }: MediaPart): object {
  const url = `data:${mediaType};base64,${data}`;
  return mediaType.startsWith('image/')
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { filename: 'document', file_data: url } };
}
