import { CommandError } from '@helve/command';
import { Draft } from '../model/draft.ts';
import { type Message, text, textOf } from '../model/message.ts';
import { costOf } from '../model/usage.ts';
import type { Searching } from '../tools/provider-search.ts';
import type { SamplingSettings } from './contact.ts';

interface SamplingRequest {
  readonly messages?: readonly { readonly role?: string; readonly content?: unknown }[];
  readonly systemPrompt?: string;
  readonly maxTokens?: number;
}

/** Asks the conversation's model for a server, within what the settings allow. */
export function sampler(
  { maxCost, maxRequests }: SamplingSettings,
  asking: () => Searching,
  notify: (words: string) => void,
) {
  let requests = 0;
  let spent = 0;
  return async (given: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> => {
    if (requests >= maxRequests || spent >= maxCost) {
      throw new CommandError('UNAVAILABLE', 'MCP servers have used up what they may ask the model', {
        hint: 'Raise mcpSampling in the settings.',
        retry: 'never',
      });
    }
    requests++;
    const { messages = [], systemPrompt = '', maxTokens } = given as SamplingRequest;
    const { provider, model, spend } = asking();
    notify(`An MCP server asks ${model.name} (request ${requests} of ${maxRequests}).`);
    const draft = new Draft(model.id);
    const request = {
      model,
      system: systemPrompt || 'Answer the request.',
      tools: [],
      messages: messages.map(toMessage),
      maxOutput: Math.max(1, Math.min(maxTokens ?? model.maxOutput, model.maxOutput)),
    };
    try {
      const { signal } = new AbortController();
      for await (const event of provider.stream(request, { signal })) draft.add(event);
    } finally {
      const { usage } = draft.answer();
      const cost = costOf(usage, model);
      spent += cost ?? 0;
      spend({ what: 'sampling', model: model.id, usage, ...(cost === undefined ? {} : { cost }) });
    }
    const { content, stopReason } = draft.answer();
    return {
      role: 'assistant',
      model: model.id,
      content: { type: 'text', text: textOf(content) },
      stopReason: stopReason === 'maxOutput' ? 'maxTokens' : 'endTurn',
    };
  };
}

/** Text only: what else servers may send, models are not given. */
function toMessage({ role, content }: NonNullable<SamplingRequest['messages']>[number]): Message {
  const parts = (Array.isArray(content) ? content : [content]) as readonly { readonly text?: unknown }[];
  const words = parts.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : [])).join('\n');
  return { role: role === 'assistant' ? 'assistant' : 'user', content: [text(words === '' ? '[no text]' : words)] };
}
