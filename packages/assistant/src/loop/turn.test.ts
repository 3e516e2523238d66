import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversationLog } from '../log/conversation-log.ts';
import { totalsOf } from '../log/totals.ts';
import { findModel } from '../model/models.ts';
import { startConversation } from '../testing/start-conversation.ts';
import { Budget } from './limits.ts';

const look = (file_path: string) => ({ name: 'Look', input: { file_path } });
const add = (path: string, line: string) => ({ name: 'Add', input: { path, line } });
const run = (until?: string) => ({ name: 'Run', input: until === undefined ? {} : { until } });

/** The results in a request, as the model reads them. */
function resultsIn(body: { readonly messages: readonly { readonly content: readonly Block[] }[] } | undefined) {
  const last = body?.messages.at(-1)?.content ?? [];
  return last.flatMap(({ type, content, text }) => (type === 'tool_result' ? (content?.[0]?.text ?? '') : [text]));
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: readonly { readonly text: string }[];
}

describe('a turn', () => {
  it('goes from the prompt over tools to an answer, and all of it is in the log', async () => {
    const { conversation, server, cwd, events } = await startConversation([
      { thinking: 'Hm.', text: 'Let me look.', calls: [look('a.txt')] },
      { text: 'It says A.' },
    ]);
    await writeFile(join(cwd, 'a.txt'), 'A');
    const result = await conversation.send('What does a.txt say?');
    expect(result).toEqual({
      outcome: 'success',
      text: 'It says A.',
      requests: 2,
      usage: { input: 200, output: 20, cacheRead: 0, cacheWrite: 0 },
      cost: (200 * 3 + 20 * 15) / 1_000_000,
      denials: [],
    });
    expect(resultsIn(server.requests[1]?.body)).toEqual(['A']);
    expect(conversation.log.entries.map(({ type }) => type)).toEqual([
      'start',
      'user',
      'assistant',
      'toolResult',
      'assistant',
      'turnEnd',
    ]);
    const shown = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(shown).toEqual([
      'taken',
      'turnStart',
      'request',
      'thinking',
      'text',
      'toolCall',
      'answer',
      'toolStart',
      'toolEnd',
      'request',
      'text',
      'answer',
      'turnEnd',
    ]);
    expect(totalsOf(conversation.log.entries).answers).toBe(2);
  });

  it('sends what was cached before as it was', async () => {
    const { conversation, server } = await startConversation([{ text: 'One.' }, { text: 'Two.' }]);
    await conversation.send('1');
    await conversation.send('2');
    const [first, second] = server.requests.map(({ body }) => JSON.stringify({ ...body, messages: undefined }));
    expect(second).toBe(first);
    const said = (index: number) =>
      server.requests[index]?.body.messages.map(({ content }: { content: Block[] }) => content[0]?.text);
    expect([said(0), said(1)]).toEqual([['1'], ['1', 'One.', '2']]);
  });

  it('goes on in another process where the log ends', async () => {
    const { conversation, options, server } = await startConversation([{ text: 'One.' }, { text: 'Two.' }]);
    await conversation.send('1');
    conversation.log.close();
    const log = ConversationLog.open(conversation.log.file, Date.now);
    const again = new (conversation.constructor as new (given: object) => typeof conversation)({ ...options, log });
    expect((await again.send('2')).text).toBe('Two.');
    expect(server.requests[1]?.body.messages).toHaveLength(3);
    log.close();
  });
});

describe('calls of one answer', () => {
  it('that only read run side by side', async () => {
    const { conversation, cwd, stage } = await startConversation([
      { calls: [look('a'), look('b'), look('c')] },
      { text: 'ok' },
    ]);
    for (const name of ['a', 'b', 'c']) await writeFile(join(cwd, name), name);
    await conversation.send('Look');
    expect(stage.mostLooking).toBe(3);
  });

  it('that write one file never race, and a read after them sees them', async () => {
    const { conversation, cwd, server } = await startConversation([
      { calls: [add('a', '1'), add('b', 'x'), add('./a', '2'), add('a', '3'), look('a')] },
      { text: 'ok' },
    ]);
    await conversation.send('Write');
    expect(await readFile(join(cwd, 'a'), 'utf8')).toBe('1\n2\n3\n');
    expect(resultsIn(server.requests[1]?.body).at(-1)).toBe('1\n2\n3\n');
  });

  it('that run programs are made one after the other', async () => {
    const { conversation, events } = await startConversation([{ calls: [run(), look('a'), run()] }, { text: 'ok' }]);
    await conversation.send('Run');
    const steps = events.flatMap((event) =>
      event.type === 'toolStart' || event.type === 'toolEnd' ? [`${event.type} ${event.call.name}`] : [],
    );
    expect(steps).toEqual([
      'toolStart Run',
      'toolEnd Run',
      'toolStart Look',
      'toolEnd Look',
      'toolStart Run',
      'toolEnd Run',
    ]);
  });

  it.each([
    ['with arguments that are no JSON', { name: 'Look', input: '{"file_path": "a' }, 'not a JSON object'],
    ['with arguments that are a list', { name: 'Look', input: '[1]' }, 'not a JSON object'],
    ['of a tool that is not there', { name: 'Loook', input: {} }, 'Did you mean Look?'],
    ['with a parameter that is not there', { name: 'Look', input: { file: 'a' } }, 'Look has no parameter "file"'],
    ['without what they need', { name: 'Look', input: {} }, 'Look needs file_path'],
    ['that fail', look('nowhere'), 'NOT_FOUND'],
  ])('%s are answered with what is wrong, and the turn goes on', async (_, call, says) => {
    const { conversation, server } = await startConversation([{ calls: [call] }, { text: 'I see.' }]);
    expect((await conversation.send('Go')).outcome).toBe('success');
    expect(resultsIn(server.requests[1]?.body)[0]).toContain(says);
    expect(server.requests[1]?.body.messages.at(-1).content[0].is_error).toBe(true);
  });

  it('that are the same three times over with the same result are remarked on', async () => {
    const { conversation, server, cwd } = await startConversation([
      ...Array.from({ length: 3 }, () => ({ calls: [look('a')] })),
      { text: 'Enough.' },
    ]);
    await writeFile(join(cwd, 'a'), 'A');
    await conversation.send('Look');
    const notes = server.requests.map(({ body }) => resultsIn(body).at(-1)?.includes('the same call of Look 3 times'));
    expect(notes).toEqual([false, false, false, true]);
  });
});

describe('permission', () => {
  it('is denied where nobody can be asked, and the result says so', async () => {
    const { conversation, server } = await startConversation([{ calls: [add('a', '1')] }, { text: 'Pity.' }], {
      mode: 'default',
    });
    const { outcome, denials } = await conversation.send('Write');
    expect(outcome).toBe('success');
    expect(denials.map(({ call }) => call.name)).toEqual(['Add']);
    expect(resultsIn(server.requests[1]?.body)[0]).toContain('PERMISSION_DENIED');
  });

  it('is asked for one call at a time', async () => {
    let [open, most] = [0, 0];
    const ask = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return { allow: true };
    };
    const { conversation, cwd } = await startConversation([{ calls: [add('a', '1'), add('b', '2')] }, { text: 'ok' }], {
      mode: 'default',
      ask,
    });
    const { denials } = await conversation.send('Write');
    expect([most, denials]).toEqual([1, []]);
    expect(await readFile(join(cwd, 'b'), 'utf8')).toBe('2\n');
  });

  it('that is waited for is no longer when the turn is cancelled', async () => {
    let asked = () => {};
    const waiting = new Promise<void>((resolve) => (asked = resolve));
    const ask = () => {
      asked();
      return new Promise<never>(() => {});
    };
    const { conversation } = await startConversation([{ calls: [add('a', '1')] }], { mode: 'default', ask });
    const turn = conversation.send('Write');
    await waiting;
    await conversation.abort();
    expect((await turn).outcome).toBe('cancelled');
  });
});

describe('cancelling', () => {
  it('keeps what was said, marks it, and tells the model the next time', async () => {
    const { conversation, server, events } = await startConversation([
      { text: ['Half of', ' it'], hold: new Promise(() => {}) },
      { text: 'Whole.' },
    ]);
    const leave = conversation.subscribe((event) => {
      if (event.type === 'text') void conversation.abort();
    });
    const { outcome, text } = await conversation.send('Tell me');
    leave();
    expect({ outcome, text }).toEqual({ outcome: 'cancelled', text: 'Half of' });
    const kept = events.findLast((event) => event.type === 'answer');
    expect(kept?.type === 'answer' && kept.entry.interrupted).toBe('cancelled');
    await conversation.send('Again');
    expect(
      server.requests[1]?.body.messages.map(({ content }: { content: Block[] }) => content.map(({ text }) => text)),
    ).toEqual([['Tell me'], ['Half of'], ['[The user interrupted the answer here.]', 'Again']]);
  });

  it('reaches tools, and those that did not begin never do; each call still has its result', async () => {
    const { conversation, stage, server } = await startConversation([
      { calls: [run('stopped'), run(), add('a', '1')] },
      { text: 'ok' },
    ]);
    stage.onRun = () => void conversation.abort();
    expect((await conversation.send('Run')).outcome).toBe('cancelled');
    expect(stage.ended).toEqual(['stopped']);
    const results = conversation.log.entries.flatMap((entry) => (entry.type === 'toolResult' ? [entry.outcome] : []));
    expect(results).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await conversation.send('Go on')).outcome).toBe('success');
    expect(server.requests).toHaveLength(2);
  });

  it('drops what waits behind the turn', async () => {
    const { conversation, events, server } = await startConversation([{ text: 'x', hold: new Promise(() => {}) }]);
    const turns = [conversation.send('one'), conversation.send('two')];
    await server.received(1);
    await conversation.abort();
    expect((await Promise.all(turns)).map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    expect(events.filter(({ type }) => type === 'unsent')).toMatchObject([{ texts: ['two'] }]);
  });
});

describe('while a turn goes on', () => {
  it('what is said goes in after the tools that run, in the same turn', async () => {
    const { conversation, stage, server } = await startConversation([{ calls: [run()] }, { text: 'As you wish.' }]);
    stage.onRun = () => conversation.steer('And be quick');
    const { text, requests } = await conversation.send('Run');
    expect({ text, requests }).toEqual({ text: 'As you wish.', requests: 2 });
    expect(resultsIn(server.requests[1]?.body)).toEqual(['ran', 'And be quick']);
  });

  it('what is said during the last answer is answered too', async () => {
    const { conversation, server } = await startConversation([{ text: 'Done.' }, { text: 'Yes?' }]);
    conversation.subscribe((event) => {
      if (event.type === 'answer' && event.entry.parent && server.requests.length === 1) conversation.steer('Wait');
    });
    expect((await conversation.send('Go')).text).toContain('Yes?');
  });

  it('what is sent waits its turn', async () => {
    const { conversation, server } = await startConversation([{ text: 'One.' }, { text: 'Two.' }]);
    const turns = await Promise.all([conversation.send('1'), conversation.send('2')]);
    expect(turns.map(({ text }) => text)).toEqual(['One.', 'Two.']);
    expect(server.requests[1]?.body.messages).toHaveLength(3);
  });

  it('events are a stream too', async () => {
    const { conversation } = await startConversation([{ text: 'Hello.' }]);
    const turn = conversation.send('Hi');
    const seen: string[] = [];
    for await (const event of conversation.events()) {
      seen.push(event.type);
      if (event.type === 'turnEnd') break;
    }
    expect(seen[0]).toBe('turnStart');
    await turn;
  });
});

describe('limits', () => {
  it('of turns end a turn whose calls are not made any more', async () => {
    const { conversation, stage } = await startConversation(() => ({ calls: [run()] }), { maxTurns: 2 });
    const { outcome, requests } = await conversation.send('Run');
    expect({ outcome, requests, ran: stage.ended.length }).toEqual({ outcome: 'maxTurns', requests: 2, ran: 1 });
  });

  it('of money end it before the next request, also across conversations that share them', async () => {
    const budget = new Budget(0.001);
    const { conversation } = await startConversation(() => ({ calls: [run()] }), { budget });
    expect((await conversation.send('Run')).outcome).toBe('maxCost');
    const other = await startConversation([{ text: 'never' }], { budget });
    expect(await other.conversation.send('Hi')).toMatchObject({ outcome: 'maxCost', requests: 0 });
  });

  it('of an answer are got over by going on', async () => {
    const { conversation } = await startConversation([
      { text: 'The first half ', stop: 'maxOutput' },
      { text: 'and the second.' },
    ]);
    expect(await conversation.send('Talk')).toMatchObject({
      outcome: 'success',
      text: 'The first half and the second.',
    });
  });

  it('of the window are got over by leaving old results out', async () => {
    const tooLong = { status: 400, error: { type: 'invalid_request_error', message: 'prompt is too long' } };
    const { conversation, server } = await startConversation(
      (request) =>
        request.text.length > 30_000
          ? tooLong
          : request.text.includes('Old result removed')
            ? { text: 'ok' }
            : { calls: [look('a')] },
      { model: { ...findModel('claude-sonnet-4-6'), window: 20_000, maxOutput: 1000 }, compactAt: false },
    );
    const { cwd } = conversation.log.entries[0] as { cwd: string };
    await writeFile(join(cwd, 'a'), 'a'.repeat(20_000));
    expect(await conversation.send('Look twice')).toMatchObject({ outcome: 'success', text: 'ok' });
    expect(server.requests.length).toBeGreaterThan(2);
  });
});

describe('what goes wrong with the model', () => {
  it('a refusal is no success', async () => {
    const { conversation } = await startConversation([{ text: 'I will not.', stop: 'refusal' }]);
    expect(await conversation.send('Evil')).toMatchObject({ outcome: 'refused', text: 'I will not.' });
  });

  it('a provider that fails is a failure, what it said is kept, and the conversation can go on', async () => {
    const { conversation } = await startConversation([
      { text: ['Half', ' of it'], failHalfway: { type: 'invalid_request_error', message: 'oops' } },
      { text: 'Better.' },
    ]);
    const failed = await conversation.send('Hi');
    expect(failed).toMatchObject({ outcome: 'failed', error: { code: 'PROVIDER_FAILED' } });
    expect((await conversation.send('Again')).text).toBe('Better.');
  });

  it('an empty answer is asked for again once, and then a failure', async () => {
    const { conversation } = await startConversation([{}, { text: 'Sorry.' }, {}, {}]);
    expect((await conversation.send('Hi')).text).toBe('Sorry.');
    expect(await conversation.send('Hi')).toMatchObject({ outcome: 'failed', error: { code: 'PROVIDER_FAILED' } });
  });
});

describe('hooks', () => {
  it('may refuse a prompt, before anything is asked', async () => {
    const { conversation, server } = await startConversation([], {
      hooks: [{ beforePrompt: async (prompt) => ({ block: `no ${prompt}` }) }],
    });
    expect(await conversation.send('secrets')).toMatchObject({
      outcome: 'failed',
      error: { code: 'PERMISSION_DENIED' },
    });
    expect(server.requests).toEqual([]);
  });

  it('may add to a prompt, refuse a call, change one, add to results, and make the model go on', async () => {
    const { conversation, server, cwd } = await startConversation(
      [{ calls: [add('a', '1'), look('b')] }, { text: 'Done.' }, { text: 'Really done.' }],
      {
        hooks: [
          {
            beforePrompt: async () => ({ note: 'It is Monday.' }),
            beforeTool: async (call) =>
              call.name === 'Add' ? { deny: 'not on Mondays' } : { input: { file_path: 'c' } },
            afterTool: async (call) => `after ${call.name}`,
            beforeEnd: async (answer) => (answer === 'Done.' ? 'Are you sure?' : undefined),
          },
        ],
      },
    );
    await writeFile(join(cwd, 'c'), 'C');
    const { text, denials } = await conversation.send('Go');
    expect({ text, denied: denials.length }).toEqual({ text: 'Really done.', denied: 1 });
    expect(server.requests.map(({ body }) => resultsIn(body))).toEqual([
      ['Go', 'It is Monday.'],
      ['PERMISSION_DENIED: Add was not permitted: not on Mondays', 'C', 'after Add', 'after Look'],
      ['Are you sure?'],
    ]);
  });

  it('may make room before a request, and when there is none', async () => {
    const made: string[] = [];
    const tooLong = { status: 400, error: { type: 'invalid_request_error', message: 'prompt is too long' } };
    const { conversation } = await startConversation([tooLong, { text: 'ok' }], {
      hooks: [
        {
          beforeRequest: async () => void made.push('before'),
          makeRoom: async ({ log }) => {
            made.push('room');
            log.append({ type: 'compaction', summary: 'They talked.', keepFrom: null });
            return true;
          },
        },
      ],
    });
    expect((await conversation.send('Hi')).outcome).toBe('success');
    expect(made).toEqual(['before', 'room']);
  });
});

describe('a fork', () => {
  it('begins as the conversation did, and leaves it alone', async () => {
    const { conversation, server } = await startConversation([{ text: 'One.' }, { text: 'Two.' }]);
    await conversation.send('1');
    const fork = conversation.fork();
    await fork.send('2');
    expect(server.requests[1]?.body.messages).toHaveLength(3);
    expect(fork.id).not.toBe(conversation.id);
    expect(conversation.log.entries.filter(({ type }) => type === 'user')).toHaveLength(1);
    await fork.close();
  });
});
