import { expect, it } from 'vitest';
import { askProvider, FULL_CONVERSATION, sampleRequest } from '../../testing/ask-provider.ts';
import { startOpenAi } from '../../testing/open-ai.ts';
import { findModel } from '../../model/models.ts';
import { openAiChatProvider } from './provider.ts';

const model = findModel('gpt-4.1');

it('asks what the official SDK asks for the same conversation', async () => {
  const { server, provider, sdk } = await startOpenAi([{ text: 'one' }, { text: 'two' }], openAiChatProvider);
  await askProvider(provider, sampleRequest({ ...FULL_CONVERSATION, model }));
  const stream = await sdk.chat.completions.create({
    model: 'gpt-4.1',
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        ],
      },
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'Read', arguments: '{"path":"a"}' } },
          { id: 'call_b', type: 'function', function: { name: 'Read', arguments: '{"path":"b"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_a', content: 'A' },
      { role: 'tool', tool_call_id: 'call_b', content: 'not there' },
      { role: 'user', content: 'And be quick.' },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: 'Read',
          description: 'Reads a file.',
          parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        },
      },
    ],
  });
  for await (const _ of stream);
  const [ours, theirs] = server.requests;
  expect(ours?.body).toEqual(theirs?.body);
  expect(ours?.headers.authorization).toBe(theirs?.headers.authorization);
});

it('understands an answer as the official SDK does', async () => {
  const reply = {
    text: 'Reading now.',
    calls: [
      { name: 'Read', input: { path: 'a' } },
      { name: 'Read', input: { path: 'b' } },
    ],
    usage: { input: 7, output: 42, cacheRead: 1000 },
  };
  const { provider, sdk } = await startOpenAi([reply, reply], openAiChatProvider);
  const { answer } = await askProvider(provider, sampleRequest({ model }));
  const theirs = await sdk.chat.completions
    .stream({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'Hello' }] })
    .finalChatCompletion();
  expect(answer).toEqual({
    content: [
      { type: 'text', text: 'Reading now.' },
      { type: 'toolCall', id: 'call_1_0', name: 'Read', input: { path: 'a' } },
      { type: 'toolCall', id: 'call_1_1', name: 'Read', input: { path: 'b' } },
    ],
    usage: { input: 7, output: 42, cacheRead: 1000, cacheWrite: 0 },
    stopReason: 'toolCalls',
  });
  const [choice] = theirs.choices;
  expect(choice?.message.content).toBe('Reading now.');
  const called = choice?.message.tool_calls ?? [];
  expect(called.map((call) => 'function' in call && call.function.arguments)).toEqual(['{"path":"a"}', '{"path":"b"}']);
});
