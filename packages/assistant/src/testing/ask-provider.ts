import { type Answer, Draft } from '../model/draft.ts';
import { findModel } from '../model/models.ts';
import type { ModelEvent, ModelRequest, Provider } from '../model/provider.ts';
import type { RetryPolicy } from '../transport/retry.ts';

/** Retries that a test need not wait for. */
export const QUICK_RETRY: RetryPolicy = { forMs: 60_000, firstWaitMs: 1, longestWaitMs: 2, connectAttempts: 3 };

export function sampleRequest(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: findModel('claude-sonnet-4-6'),
    system: 'Be brief.',
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    ...more,
  };
}

export interface Asked {
  readonly events: readonly ModelEvent[];
  readonly answer: Answer;
}

/** Asks to the end. */
export async function askProvider(
  provider: Provider,
  request: ModelRequest = sampleRequest(),
  signal: AbortSignal = new AbortController().signal,
): Promise<Asked> {
  const events: ModelEvent[] = [];
  const draft = new Draft(request.model.id);
  for await (const event of provider.stream(request, { signal })) {
    events.push(event);
    draft.add(event);
  }
  return { events, answer: draft.answer() };
}

/** A conversation with everything in it that a request can hold. */
export const FULL_CONVERSATION: Pick<ModelRequest, 'system' | 'tools' | 'messages'> = {
  system: 'Be brief.',
  tools: [
    {
      name: 'Read',
      description: 'Reads a file.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'media', mediaType: 'image/png', data: 'aGk=' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'toolCall', id: 'call_a', name: 'Read', input: { path: 'a' } },
        { type: 'toolCall', id: 'call_b', name: 'Read', input: { path: 'b' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'toolResult', callId: 'call_a', content: [{ type: 'text', text: 'A' }] },
        { type: 'toolResult', callId: 'call_b', content: [{ type: 'text', text: 'not there' }], isError: true },
        { type: 'text', text: 'And be quick.' },
      ],
    },
  ],
};
