import { describe, expect, it } from 'vitest';
import { textOf } from '../model/message.ts';
import { startConversation } from '../testing/start-conversation.ts';
import { askUserTool } from './ask-user.ts';
import { todo, todosOf } from './todo.ts';

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
