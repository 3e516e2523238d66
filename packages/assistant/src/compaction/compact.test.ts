import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversationLog } from '../log/conversation-log.ts';
import { findModel } from '../model/models.ts';
import { createConversation } from '../conversation/conversation.ts';
import { openAiChatProvider } from '../providers/openai-chat/provider.ts';
import { TEST_KEY } from '../testing/model-server.ts';
import { startConversation } from '../testing/start-conversation.ts';
import { todo } from '../tools/todo.ts';
import { describeCompaction } from './describe.ts';

const SUMMARY = '## Goal\n- Read files';
const look = (file_path: string) => ({ name: 'Look', input: { file_path } });
/** A window that a few results fill. */
const small = { ...findModel('claude-sonnet-4-6'), window: 10_000 };
const isSummaryRequest = (body: unknown) => JSON.stringify(body).includes('The window is filling up');

describe('compacting', () => {
  it('gives the model a summary, the words of the user, what is to be done and the latest messages', async () => {
    const items = [
      { text: 'Write the test', state: 'open' },
      { text: 'Read', state: 'done' },
    ];
    const started = await startConversation([
      { calls: [{ name: 'Todo', input: { items } }] },
      { text: 'First answer.' },
      { text: 'Second answer.' },
      { text: SUMMARY },
      { text: 'Third answer.' },
    ]);
    const { options, server, events } = started;
    const others = Array.isArray(options.tools) ? options.tools : [];
    const conversation = createConversation({ ...options, tools: [...others, todo] });
    conversation.subscribe((event) => (events as unknown[]).push(event));
    await conversation.send('Never touch b.txt');
    await conversation.send('Go on');
    const entry = await conversation.compact('the API');
    expect(JSON.stringify(server.requests[3]?.body.messages.at(-1))).toContain('keep what matters for this: the API');
    // The request for the summary begins as the one before it did, so that it is in the provider's cache.
    const [asked, before] = [server.requests[3]?.body, server.requests[2]?.body];
    expect([asked.system, asked.tools, asked.messages[0]]).toEqual([before.system, before.tools, before.messages[0]]);

    await conversation.send('And now?');
    const [first, ...rest] = server.requests[4]?.body.messages ?? [];
    expect(first.content[0].text).toBe(
      [
        '[The beginning of this conversation was summarised to make room. The summary is yours; go on from it.]',
        SUMMARY,
        '## What the user said, in their own words\n- Never touch b.txt\n- Go on',
        '## To be done\n- Write the test',
      ].join('\n\n'),
    );
    expect(rest.map(({ content }: { content: readonly { text: string }[] }) => content[0]?.text)).toEqual([
      'Second answer.',
      'And now?',
    ]);
    expect(entry.report).toMatchObject({ dropped: { prompts: 2, answers: 2, toolResults: 1 }, shortened: 0 });
    expect(describeCompaction(entry, 1000)).toContain('Summarised: 2 answers and 1 results of tools');
    expect(events.map(({ type }) => type)).toContain('compacting');
    expect(events).toContainEqual({ type: 'compacted', entry });
    expect(conversation.log.entries.filter(({ type }) => type === 'user')).toHaveLength(3);
    await conversation.close();
  });

  it('happens by itself between rounds of a turn, when the window is nearly full', async () => {
    const { conversation, server, cwd, events } = await startConversation(
      ({ body }, index) =>
        isSummaryRequest(body)
          ? { text: SUMMARY }
          : index < 4
            ? { calls: [look(`${index}.txt`)], usage: { input: 2000 * (index + 1) } }
            : { text: 'Done.' },
      { model: small },
    );
    for (const index of [0, 1, 2, 3]) await writeFile(join(cwd, `${index}.txt`), `${index}`.repeat(6000));
    expect((await conversation.send('Read them')).outcome).toBe('success');
    const summaries = server.requests.filter(({ body }) => isSummaryRequest(body));
    expect(summaries).toHaveLength(1);
    const last = server.requests.at(-1)?.body.messages;
    expect(last[0].content[0].text).toContain('- Read them');
    expect(last.at(-1).content[0].content[0].text).toBe('3'.repeat(6000));
    expect(events.filter(({ type }) => type === 'compacted')).toHaveLength(1);
    expect(conversation.context.percent).toBeLessThan(83.5);
  });

  it('does not happen by itself where that is switched off', async () => {
    const { conversation, server } = await startConversation(
      [{ text: 'One.', usage: { input: 9_900 } }, { text: 'Two.' }],
      { model: small, compactAt: false },
    );
    await conversation.send('a');
    expect(conversation.context).toEqual({ tokens: 9_910, window: 10_000, percent: 99.1 });
    await conversation.send('b');
    expect(server.requests.some(({ body }) => isSummaryRequest(body))).toBe(false);
  });

  it('comes once to the help of a request that the provider finds too long', async () => {
    let refused = false;
    const { conversation, server, cwd } = await startConversation(({ body }) => {
      if (isSummaryRequest(body)) return { text: SUMMARY };
      if (refused || body.messages.length < 4)
        return body.messages.length < 4 && !refused ? { calls: [look('a')] } : { text: 'Done.' };
      refused = true;
      return {
        status: 400,
        error: { type: 'invalid_request_error', message: 'prompt is too long: 300000 tokens > 200000 maximum' },
      };
    });
    await writeFile(join(cwd, 'a'), 'A'.repeat(1000));
    expect((await conversation.send('Read')).text).toBe('Done.');
    expect(server.requests.at(-1)?.body.messages[0].content[0].text).toContain(SUMMARY);
    expect(conversation.log.chain().filter(({ type }) => type === 'compaction')).toMatchObject([
      { trigger: 'tooLong' },
    ]);
  });

  it('changes nothing when the provider fails, says nothing or is refused by a hook', async () => {
    const { conversation, server, options, events } = await startConversation([{ text: 'One.' }, { text: 'Two.' }]);
    await conversation.send('a');
    await conversation.send('b');
    const before = conversation.log.entries.length;
    server.say({ status: 400, error: { type: 'invalid_request_error', message: 'no' } });
    await expect(conversation.compact()).rejects.toMatchObject({ code: 'PROVIDER_FAILED' });
    server.say({ text: '' }, { text: ' ' });
    await expect(conversation.compact()).rejects.toMatchObject({ code: 'PROVIDER_FAILED' });
    const refusing = createConversation({ ...options, hooks: [{ beforeCompact: async () => ({ block: 'not now' }) }] });
    await expect(refusing.compact()).rejects.toMatchObject({ message: 'The compaction was refused: not now' });
    expect(conversation.log.entries).toHaveLength(before);
    expect(events.filter(({ type }) => type === 'compactionFailed')).toHaveLength(2);
  });

  it('asks with the conversation as a text when the model calls a tool instead of summing up', async () => {
    const { conversation, server } = await startConversation([
      { text: 'One.' },
      { text: 'Two.' },
      { calls: [look('a')] },
      { text: SUMMARY },
    ]);
    await conversation.send('a');
    await conversation.send('b');
    await conversation.compact();
    expect(server.requests[3]?.body.tools).toBeUndefined();
    expect(server.requests[3]?.body.messages[0].content[0].text).toBe(
      'user: a\n\nassistant: One.\n\nuser: b\n\nassistant: Two.',
    );
  });

  it('changes nothing when it is aborted', async () => {
    const { conversation, server } = await startConversation([
      { text: 'One.' },
      { text: 'Two.' },
      { text: SUMMARY, hold: new Promise(() => {}) },
    ]);
    await conversation.send('a');
    await conversation.send('b');
    const before = conversation.log.entries.length;
    const compacting = conversation.compact();
    compacting.catch(() => {});
    await server.received(3);
    await conversation.abort();
    await expect(compacting).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(conversation.log.entries).toHaveLength(before);
  });

  it('can be undone, also after more was said, and after a restart', async () => {
    const { conversation, server, options } = await startConversation([
      { text: 'One.' },
      { text: 'Two.' },
      { text: SUMMARY },
      { text: 'Three.' },
      { text: 'Four.' },
    ]);
    await conversation.send('a');
    await conversation.send('b');
    await conversation.compact();
    await conversation.send('c');
    conversation.undoCompaction();
    expect(() => conversation.undoCompaction()).toThrow('Nothing to undo');
    const log = ConversationLog.open(conversation.log.file, Date.now);
    const again = createConversation({ ...options, log });
    await again.send('d');
    const texts = server.requests[4]?.body.messages.map(
      ({ content }: { content: readonly { text: string }[] }) => content[0]?.text,
    );
    expect(texts).toEqual(['a', 'One.', 'b', 'Two.', 'c', 'Three.', 'd']);
    await again.close();
  });

  it('finds nothing to do in a conversation of one answer', async () => {
    const { conversation } = await startConversation([{ text: 'One.' }]);
    await expect(conversation.compact()).rejects.toMatchObject({ code: 'NOTHING_TO_DO' });
  });

  it('keeps the words of the user through several compactions, and works with the other wire format', async () => {
    const { options, server } = await startConversation(({ body }) => ({
      text: isSummaryRequest(body) ? SUMMARY : 'Yes.',
    }));
    const provider = openAiChatProvider({ name: 'openai', baseUrl: server.openAiUrl, apiKey: TEST_KEY, env: {} });
    const conversation = createConversation({ ...options, provider, model: findModel('gpt-5.2') });
    for (const words of ['first', 'second', 'third']) {
      await conversation.send(words);
      if (words !== 'first') await conversation.compact();
    }
    expect((await conversation.send('fourth')).outcome).toBe('success');
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('- first\\n- second\\n- third');
    await conversation.close();
  });
});
