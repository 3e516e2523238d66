import { type AssistantPart, type MediaPart, textOf, type TextPart, type UserPart } from '../../model/message.ts';
import type { ModelRequest } from '../../model/provider.ts';

/** A request to OpenAI's responses API that leaves nothing with the server: thoughts travel encrypted. */
export function responsesBody(request: ModelRequest): object {
  const { model, system, tools, messages, effort, conversation, webSearch, maxOutput = model.maxOutput } = request;
  const declared = [
    ...tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      parameters: inputSchema,
      strict: false,
    })),
    ...(webSearch ? [{ type: 'web_search' }] : []),
  ];
  const thinks = model.thinking !== 'none';
  return {
    model: model.id,
    stream: true,
    store: false,
    ...(model.limitsOutput ? { max_output_tokens: maxOutput } : {}),
    instructions: system,
    ...(thinks ? { include: ['reasoning.encrypted_content'], reasoning: reasoningOf(effort) } : {}),
    ...(conversation === undefined ? {} : { prompt_cache_key: conversation }),
    input: messages.flatMap(({ role, content }) =>
      role === 'user' ? fromUser(content) : content.flatMap((part) => fromAssistant(part, model.id)),
    ),
    ...(declared.length === 0 ? {} : { tools: declared }),
  };
}

function reasoningOf(effort: ModelRequest['effort']): object {
  const efforts = { off: 'minimal', low: 'low', medium: 'medium', high: 'high', max: 'high' } as const;
  return { summary: 'auto', ...(effort === undefined ? {} : { effort: efforts[effort] }) };
}

function fromUser(content: readonly UserPart[]): readonly object[] {
  const results = content.flatMap((part) => (part.type === 'toolResult' ? [part] : []));
  const said = content.flatMap((part) => (part.type === 'toolResult' ? [] : [toInput(part)]));
  return [
    ...results.map((result) => ({
      type: 'function_call_output',
      call_id: result.callId,
      output: result.content.every((part) => part.type === 'text')
        ? textOf(result.content)
        : result.content.map(toInput),
    })),
    ...(said.length === 0 ? [] : [{ role: 'user', content: said }]),
  ];
}

function fromAssistant(part: AssistantPart, modelId: string): readonly object[] {
  switch (part.type) {
    case 'text':
      return [{ role: 'assistant', content: [{ type: 'output_text', text: part.text }] }];
    case 'toolCall':
      return [{ type: 'function_call', call_id: part.id, name: part.name, arguments: JSON.stringify(part.input) }];
    case 'thinking': {
      if (part.by !== modelId || part.signature === undefined) return [];
      const { id, encrypted } = readReasoning(part.signature);
      const summary = part.text === '' ? [] : [{ type: 'summary_text', text: part.text }];
      return encrypted === undefined ? [] : [{ type: 'reasoning', id, summary, encrypted_content: encrypted }];
    }
  }
}

/** The signature of a thought here: the id of its item and what stands for it. */
export interface Reasoning {
  readonly id: string;
  readonly encrypted?: string;
}

function readReasoning(signature: string): Reasoning {
  try {
    return JSON.parse(signature) as Reasoning;
  } catch {
    return { id: '' };
  }
}

function toInput(part: TextPart | MediaPart): object {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  const url = `data:${part.mediaType};base64,${part.data}`;
  return part.mediaType.startsWith('image/')
    ? { type: 'input_image', detail: 'auto', image_url: url }
    : { type: 'input_file', filename: 'document', file_data: url };
}
