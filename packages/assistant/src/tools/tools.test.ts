import { describe, expect, it } from 'vitest';
import { createConversation } from '../conversation/conversation.ts';
import { textOf } from '../model/message.ts';
import { openAiResponsesProvider } from '../providers/openai-responses/provider.ts';
import { TEST_KEY } from '../testing/model-server.ts';
import { startConversation } from '../testing/start-conversation.ts';
import { askUserTool } from './ask-user.ts';
import { todo, todosOf } from './todo.ts';
import { webTools } from './web-tools.ts';

describe('Todo', () => {
  it('keeps the list in the conversation, where the latest holds', async () => {
    const items = [
      { text: 'Look', state: 'done' },
      { text: 'Write', state: 'doing' },
    ];
    const calls = (list: unknown) => ({ calls: [{ name: 'Todo', input: { items: list } as object }] });
    const { conversation, server } = await startConversation(
      [calls([{ text: 'Look', state: 'open' }]), calls(items), calls([{ text: '' }]), { text: 'ok' }],
      { tools: [todo] },
    );
    await conversation.send('Plan');
    expect(todosOf(conversation.log.chain())).toEqual(items);
    const results = conversation.log.entries.flatMap((entry) =>
      entry.type === 'toolResult' ? [textOf(entry.content)] : [],
    );
    expect(results).toEqual(['[ ] Look', '[x] Look\n[>] Write', expect.stringContaining('Todo cannot read its items')]);
    expect(server.requests).toHaveLength(4);
  });
});

describe("WebSearch by the provider's own search", () => {
  const found = [{ title: 'Helves', url: 'https://helves.example/' }];
  const call = { calls: [{ name: 'WebSearch', input: { query: 'helves' } }] };

  it.each([
    ['anthropic', 'web_search_20250305'],
    ['openai', 'web_search'],
  ])('is a request of its own at %s, whose result and price are those of the call', async (name, type) => {
    const started = await startConversation([
      call,
      { found, text: 'Handles.', usage: { input: 1000 } },
      { text: 'ok' },
    ]);
    const { options, server } = started;
    const { log } = options;
    const provider =
      name === 'openai'
        ? openAiResponsesProvider({ name, baseUrl: server.openAiUrl, apiKey: TEST_KEY, env: {} })
        : options.provider;
    const { policy } = options.caller().authority;
    const conversation = createConversation({
      ...options,
      provider,
      tools: (self) => webTools({ policy, canAsk: false, engine: false, search: () => self.asking }).slice(1),
    });
    const { outcome, cost } = await conversation.send('Look it up');
    expect(outcome).toBe('success');
    const [, searching] = server.requests;
    expect(searching?.body.tools).toEqual([expect.objectContaining({ type })]);
    expect(JSON.stringify(searching?.body)).toContain('Search the web for: helves');
    const result = log.entries.find((entry) => entry.type === 'toolResult');
    expect(result?.type === 'toolResult' && textOf(result.content)).toBe('Handles.\n\nHelves\nhttps://helves.example/');
    expect(conversation.totals.usage.input).toBe(1200);
    expect(conversation.totals.cost).toBeCloseTo(cost, 10);
    expect(cost).toBeGreaterThan(0.01);
  });

  it('is offered only where the provider has one and the policy could let it be used', async () => {
    const { options, conversation } = await startConversation([], { mode: 'default' });
    const { policy } = options.caller().authority;
    const names = (canAsk: boolean, searches: boolean) =>
      webTools({
        policy,
        canAsk,
        engine: false,
        search: () => ({ ...conversation.asking, provider: { ...options.provider, searches } }),
      }).map(({ name }) => name);
    expect([names(true, true), names(true, false), names(false, true)]).toEqual([
      ['WebFetch', 'WebSearch'],
      ['WebFetch'],
      [],
    ]);
  });
});

describe('AskUser', () => {
  it('gives the user the question and the model the answer', async () => {
    const asked: unknown[] = [];
    const tool = askUserTool(async (question) => {
      asked.push(question);
      return asked.length === 1 ? 'Blue' : undefined;
    });
    const ask = (input: object) => ({ calls: [{ name: 'AskUser', input }] });
    const { conversation } = await startConversation(
      [ask({ question: 'Which?', options: ['Red', 'Blue'] }), ask({ question: 'Sure?' }), ask({}), { text: 'ok' }],
      { tools: [tool] },
    );
    await conversation.send('Paint it');
    expect(asked).toEqual([
      { question: 'Which?', options: ['Red', 'Blue'] },
      { question: 'Sure?', options: [] },
    ]);
    const results = conversation.log.entries.flatMap((entry) =>
      entry.type === 'toolResult' ? [textOf(entry.content)] : [],
    );
    expect(results).toEqual([
      'Blue',
      'The user did not answer.',
      expect.stringContaining('AskUser cannot read its input'),
    ]);
  });
});
