import Anthropic from '@anthropic-ai/sdk';
import { expect, it, onTestFinished } from 'vitest';
import { findModel } from '../../model/models.ts';
import type { Message } from '../../model/message.ts';
import { askProvider, FULL_CONVERSATION, QUICK_RETRY, sampleRequest } from '../../testing/ask-provider.ts';
import { type Script, startModelServer, TEST_KEY } from '../../testing/model-server.ts';
import { anthropicProvider } from './provider.ts';

async function start(script: Script) {
  const server = await startModelServer(script);
  onTestFinished(server.close);
  const endpoint = { name: 'anthropic', baseUrl: server.url, apiKey: TEST_KEY, env: {}, retry: QUICK_RETRY };
  return {
    server,
    provider: anthropicProvider(endpoint),
    sdk: new Anthropic({ baseURL: server.url, apiKey: TEST_KEY, maxRetries: 0 }),
  };
}

it('asks what the official SDK asks for the same conversation', async () => {
  const { server, provider, sdk } = await start([{ text: 'one' }, { text: 'two' }]);
  await askProvider(provider, sampleRequest(FULL_CONVERSATION));
  await sdk.messages
    .stream({
      model: 'claude-sonnet-4-6',
      max_tokens: 64_000,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      tools: [
        {
          name: 'Read',
          description: 'Reads a file.',
          input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
              cache_control: { type: 'ephemeral' },
            },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id: 'call_a', name: 'Read', input: { path: 'a' } },
            { type: 'tool_use', id: 'call_b', name: 'Read', input: { path: 'b' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_a', content: [{ type: 'text', text: 'A' }] },
            {
              type: 'tool_result',
              tool_use_id: 'call_b',
              content: [{ type: 'text', text: 'not there' }],
              is_error: true,
            },
            { type: 'text', text: 'And be quick.', cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
    })
    .finalMessage();
  const [ours, theirs] = server.requests;
  expect(ours?.body).toEqual(theirs?.body);
  const matter = ['content-type', 'authorization', 'anthropic-version'];
  expect(matter.map((name) => ours?.headers[name])).toEqual(matter.map((name) => theirs?.headers[name]));
});

it('understands an answer as the official SDK does', async () => {
  const reply = {
    thinking: 'I should read both.',
    text: 'Reading ünïcode 🪓 now.',
    calls: [
      { name: 'Read', input: { path: 'a "quoted"' } },
      { name: 'List', input: {} },
    ],
    usage: { input: 7, output: 42, cacheRead: 1000, cacheWrite: 30 },
  };
  const { provider, sdk } = await start([reply, reply]);
  const { answer } = await askProvider(provider);
  const theirs = await sdk.messages
    .stream({ model: 'claude-sonnet-4-6', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] })
    .finalMessage()
    .catch(() => undefined);
  expect(answer).toEqual({
    content: [
      { type: 'thinking', text: 'I should read both.', signature: 'c2lnbmVk', by: 'claude-sonnet-4-6' },
      { type: 'text', text: 'Reading ünïcode 🪓 now.' },
      { type: 'toolCall', id: 'call_1_0', name: 'Read', input: { path: 'a "quoted"' } },
      { type: 'toolCall', id: 'call_1_1', name: 'List', input: {} },
    ],
    usage: { input: 7, output: 42, cacheRead: 1000, cacheWrite: 30 },
    stopReason: 'toolCalls',
  });
  expect(
    theirs?.content.map((block) => ('text' in block ? block.text : 'input' in block ? block.input : block.type)),
  ).toEqual(['thinking', 'Reading ünïcode 🪓 now.', { path: 'a "quoted"' }, {}]);
});

it('sends thoughts back to the model that thought them, and to no other', async () => {
  const { server, provider } = await start([{ text: 'a' }, { text: 'b' }]);
  const messages: readonly Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'hm', signature: 'sig', by: 'claude-sonnet-4-6' },
        { type: 'thinking', text: '', signature: 'data', redacted: true, by: 'claude-sonnet-4-6' },
        { type: 'text', text: 'Hello' },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
  ];
  await askProvider(provider, sampleRequest({ messages }));
  await askProvider(provider, sampleRequest({ messages, model: findModel('claude-haiku-4-5') }));
  const said = server.requests.map(({ body }) => body.messages[1].content.map(({ type }: { type: string }) => type));
  expect(said).toEqual([['thinking', 'redacted_thinking', 'text'], ['text']]);
});

it('asks for as much thought as it is told to, in the way of the model', async () => {
  const { server, provider } = await start(() => ({ text: 'ok' }));
  for (const id of ['claude-opus-4-6', 'claude-haiku-4-5', 'unknown-model']) {
    for (const effort of ['high', 'off'] as const) {
      await askProvider(provider, sampleRequest({ model: findModel(id), effort }));
    }
  }
  expect(server.requests.map(({ body }) => [body.thinking?.type, body.output_config?.effort])).toEqual([
    ['adaptive', 'high'],
    ['disabled', undefined],
    ['enabled', undefined],
    ['disabled', undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});
