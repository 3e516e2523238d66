import { expect, it } from 'vitest';
import { findModel } from '../../model/models.ts';
import { askProvider, FULL_CONVERSATION, sampleRequest } from '../../testing/ask-provider.ts';
import { startOpenAi } from '../../testing/open-ai.ts';
import { openAiResponsesProvider } from './provider.ts';

const model = findModel('gpt-5.2');

it('asks what the official SDK asks for the same conversation', async () => {
  const { server, provider, sdk } = await startOpenAi([{ text: 'one' }, { text: 'two' }], openAiResponsesProvider);
  await askProvider(provider, sampleRequest({ ...FULL_CONVERSATION, model, effort: 'low', conversation: 'c1' }));
  const stream = await sdk.responses.create({
    model: 'gpt-5.2',
    stream: true,
    store: false,
    instructions: 'Be brief.',
    include: ['reasoning.encrypted_content'],
    reasoning: { summary: 'auto', effort: 'low' },
    prompt_cache_key: 'c1',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,aGk=' },
        ],
      },
      // The SDK's type wants an id that the server does not.
      { role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] } as never,
      { type: 'function_call', call_id: 'call_a', name: 'Read', arguments: '{"path":"a"}' },
      { type: 'function_call', call_id: 'call_b', name: 'Read', arguments: '{"path":"b"}' },
      { type: 'function_call_output', call_id: 'call_a', output: 'A' },
      { type: 'function_call_output', call_id: 'call_b', output: 'not there' },
      { role: 'user', content: [{ type: 'input_text', text: 'And be quick.' }] },
    ],
    tools: [
      {
        type: 'function',
        name: 'Read',
        description: 'Reads a file.',
        parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        strict: false,
      },
    ],
  });
  for await (const _ of stream);
  const [ours, theirs] = server.requests;
  expect(ours?.body).toEqual(theirs?.body);
});

it('understands an answer as the official SDK does, and sends thoughts back encrypted', async () => {
  const reply = { thinking: 'Hm, well.', text: 'Reading now.', calls: [{ name: 'Read', input: { path: 'a' } }] };
  const { server, provider, sdk } = await startOpenAi([reply, reply, { text: 'done' }], openAiResponsesProvider);
  const { answer } = await askProvider(provider, sampleRequest({ model }));
  const theirs = await sdk.responses
    .stream({ model: 'gpt-5.2', input: [{ role: 'user', content: [{ type: 'input_text', text: 'x' }] }] })
    .finalResponse();
  expect(answer).toEqual({
    content: [
      { type: 'thinking', text: 'Hm, well.', signature: '{"id":"rs_1","encrypted":"c2VjcmV0"}', by: 'gpt-5.2' },
      { type: 'text', text: 'Reading now.' },
      { type: 'toolCall', id: 'call_1_0', name: 'Read', input: { path: 'a' } },
    ],
    usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 },
    stopReason: 'toolCalls',
  });
  const [, message, call] = theirs.output;
  expect(message).toMatchObject({ content: [{ text: 'Reading now.' }] });
  expect(call).toMatchObject({ call_id: 'call_2_0', arguments: '{"path":"a"}' });
  await askProvider(
    provider,
    sampleRequest({
      model,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'assistant', content: answer.content },
        { role: 'user', content: [{ type: 'toolResult', callId: 'call_1_0', content: [{ type: 'text', text: 'A' }] }] },
      ],
    }),
  );
  expect(server.requests.at(-1)?.body.input[1]).toEqual({
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Hm, well.' }],
    encrypted_content: 'c2VjcmV0',
  });
});
