import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '@helve/command';
import { createPolicy, type Mode } from '@helve/policy';
import { describe, expect, it } from 'vitest';
import { modeHooks } from '../context/context-hooks.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import type { ConversationEvent } from '../loop/events.ts';
import { findModel } from '../model/models.ts';
import { Permissions } from '../permissions/permissions.ts';
import { openAiChatProvider } from '../providers/openai-chat/provider.ts';
import { TEST_KEY } from '../testing/model-server.ts';
import { startConversation, type Started } from '../testing/start-conversation.ts';
import type { ToolPlace } from '../tools/tool.ts';
import { createConversation } from './conversation.ts';

const run = (until?: string) => ({ name: 'Run', input: until === undefined ? {} : { until } });
const add = (path: string, line: string) => ({ name: 'Add', input: { path, line } });
const never = new Promise<never>(() => {});

/** Resolves when an event comes that fits. */
function seen({ conversation }: Started, fits: (event: ConversationEvent) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = conversation.subscribe((event) => {
      if (!fits(event)) return;
      stop();
      resolve();
    });
  });
}

/** What the latest request ends with, in words. */
function lastSaid({ server }: Started): readonly string[] {
  const { content } = server.requests.at(-1)?.body.messages.at(-1) ?? { content: [] };
  return content.map((part: { text?: string; content?: readonly { text: string }[] }) => {
    return part.text ?? part.content?.[0]?.text ?? '';
  });
}

describe('another model', () => {
  it('is asked from the next request on, also within a turn, in its own wire format', async () => {
    const started = await startConversation([{ calls: [run()] }, { text: 'Hello from GPT.' }, { text: 'Hm.' }]);
    const { conversation, server, stage } = started;
    const provider = openAiChatProvider({ name: 'openai', baseUrl: server.openAiUrl, apiKey: TEST_KEY, env: {} });
    stage.onRun = () => conversation.use({ provider, model: findModel('gpt-5.2'), effort: 'low' });
    expect((await conversation.send('Go')).text).toBe('Hello from GPT.');
    expect(server.requests.map(({ path, body }) => [path, body.model])).toEqual([
      ['/v1/messages', 'claude-sonnet-4-6'],
      ['/v1/chat/completions', 'gpt-5.2'],
    ]);
    expect({ model: conversation.model.id, effort: conversation.effort }).toEqual({ model: 'gpt-5.2', effort: 'low' });
    expect(conversation.context.window).toBe(findModel('gpt-5.2').window);
    expect(conversation.log.entries.find(({ type }) => type === 'model')).toMatchObject({
      model: 'gpt-5.2',
      provider: 'openai',
      effort: 'low',
    });
    const fork = conversation.fork();
    await fork.send('And?');
    await fork.close();
    expect(server.requests.at(-1)?.body.model).toBe('gpt-5.2');
  });

  it('that is chosen while an answer comes does not take the credit for it', async () => {
    let goOn = () => {};
    const started = await startConversation([
      { text: ['Half', ' and half'], hold: new Promise<void>((resolve) => (goOn = resolve)) },
    ]);
    const turn = started.conversation.send('Go');
    await seen(started, ({ type }) => type === 'text');
    started.conversation.use({ model: findModel('claude-opus-4-6') });
    goOn();
    await turn;
    const answer = started.conversation.log.entries.find(({ type }) => type === 'assistant');
    expect(answer).toMatchObject({ model: 'claude-sonnet-4-6' });
  });
});

describe('totals', () => {
  it('count all answers, those of before too', async () => {
    const { conversation, options, server } = await startConversation([{ text: 'One.' }, { text: 'Two.' }]);
    await conversation.send('1');
    const one = { usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 }, cost: 0.00045, answers: 1 };
    expect(conversation.totals).toEqual(one);
    const again = createConversation({ ...options, log: ConversationLog.open(conversation.log.file, Date.now) });
    await again.send('2');
    expect(again.totals).toMatchObject({ cost: 2 * one.cost, answers: 2 });
    await again.close();
    expect(server.requests).toHaveLength(2);
  });
});

describe('stopping a step', () => {
  it('ends the tools that run, begins none that wait, tells the model, and the turn goes on with what was said', async () => {
    const started = await startConversation([
      { calls: [run('stopped'), add('a', '1')] },
      { text: 'Something else, then.' },
    ]);
    const { conversation, stage } = started;
    stage.onRun = () => {
      conversation.steer('Try it without');
      expect(conversation.stopStep()).toBe(true);
    };
    const { outcome, text, denials } = await conversation.send('Run');
    expect({ outcome, text, denials }).toEqual({ outcome: 'success', text: 'Something else, then.', denials: [] });
    expect(stage.ended).toEqual(['stopped']);
    expect(lastSaid(started)).toEqual([
      expect.stringContaining('CANCELLED: The user stopped it'),
      'Not run: the user stopped it.',
      'Try it without',
    ]);
    const results = conversation.log.entries.flatMap((entry) => (entry.type === 'toolResult' ? [entry.outcome] : []));
    expect(results).toEqual(['cancelled', 'cancelled']);
  });

  it('takes back a question that waits for an answer, which is not a no', async () => {
    let stop = () => {};
    const started = await startConversation([{ calls: [add('a', '1')] }, { text: 'ok' }], {
      mode: 'default',
      ask: () => {
        stop();
        return never;
      },
    });
    stop = () => void started.conversation.stopStep();
    expect(await started.conversation.send('Write')).toMatchObject({ outcome: 'success', denials: [] });
    expect(lastSaid(started)).toEqual([expect.stringContaining('CANCELLED: The user stopped it')]);
  });

  it('breaks an answer off, keeps what was said, and ends the turn where nothing else was said', async () => {
    const started = await startConversation([{ text: ['Half of', ' it'], hold: never }, { text: 'Whole.' }]);
    const { conversation, server } = started;
    const turn = conversation.send('Tell me');
    await seen(started, ({ type }) => type === 'text');
    conversation.stopStep();
    expect(await turn).toMatchObject({ outcome: 'cancelled', text: 'Half of', error: { code: 'CANCELLED' } });
    const kept = conversation.log.entries.find(({ type }) => type === 'assistant');
    expect(kept).toMatchObject({ interrupted: 'cancelled' });
    expect((await conversation.send('Again')).text).toBe('Whole.');
    expect(server.requests).toHaveLength(2);
  });

  it('breaks an answer off and goes on with what was said meanwhile', async () => {
    const started = await startConversation([{ text: ['In English', ' it'], hold: never }, { text: 'Auf Deutsch.' }]);
    const { conversation } = started;
    const turn = conversation.send('Tell me');
    await seen(started, ({ type }) => type === 'text');
    conversation.steer('In German, please');
    conversation.stopStep();
    expect(await turn).toMatchObject({ outcome: 'success', requests: 2 });
    expect(lastSaid(started)).toEqual(['[The user interrupted the answer here.]', 'In German, please']);
  });

  it('says when there is nothing to stop', async () => {
    const { conversation } = await startConversation([]);
    expect(conversation.stopStep()).toBe(false);
  });
});

describe('what waits to go in', () => {
  it('can be seen and taken back, and is told of when it changes', async () => {
    const started = await startConversation([{ calls: [run()] }, { text: 'First.' }, { text: 'Second.' }]);
    const { conversation, stage, events, server } = started;
    stage.onRun = () => {
      conversation.steer('Be quick');
      conversation.queue('Then that');
      conversation.steer('Not so loud');
      conversation.queue('And that');
      const [quick, , that] = conversation.waiting;
      expect(conversation.waiting.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
        'steer: Be quick',
        'steer: Not so loud',
        'queue: Then that',
        'queue: And that',
      ]);
      expect(conversation.withdraw(quick?.id ?? '')).toMatchObject({ text: 'Be quick' });
      expect(conversation.withdraw(that?.id ?? '')).toMatchObject({ text: 'Then that' });
      expect(conversation.withdraw('waiting99')).toBeUndefined();
    };
    expect((await conversation.send('Run')).text).toBe('First.');
    await seen(started, ({ type }) => type === 'turnEnd');
    expect(conversation.waiting).toEqual([]);
    expect(server.requests.map(({ body }) => body.messages.at(-1).content.at(-1).text)).toEqual([
      'Run',
      'Not so loud',
      'And that',
    ]);
    const lists = events.flatMap((event) => (event.type === 'waiting' ? [event.waiting.length] : []));
    expect(lists).toEqual([1, 2, 3, 4, 3, 2, 1, 0]);
  });

  it('is answered as taken back to whoever sent it', async () => {
    const { conversation, stage } = await startConversation([{ calls: [run()] }, { text: 'ok' }]);
    let sent: Promise<unknown> = Promise.resolve();
    stage.onRun = () => {
      sent = conversation.send('More');
      conversation.withdraw(conversation.waiting[0]?.id ?? '');
    };
    await conversation.send('Run');
    expect(await sent).toMatchObject({ outcome: 'cancelled', error: { message: 'It was taken back' } });
  });

  it('comes back when the turn is aborted, with what goes along with it', async () => {
    const { conversation, events, server } = await startConversation([{ text: 'x', hold: never }]);
    const media = [{ type: 'media' as const, mediaType: 'image/png', data: 'AAAA' }];
    const turn = conversation.send('one');
    await server.received(1);
    conversation.steer('two');
    conversation.queue({ text: 'three', media });
    await conversation.abort();
    await turn;
    expect(events.find(({ type }) => type === 'unsent')).toMatchObject({
      texts: ['two', 'three'],
      prompts: [{ text: 'two' }, { text: 'three', media }],
    });
    expect(conversation.waiting).toEqual([]);
  });

  it('that was said to a turn too late goes before what was queued', async () => {
    const started = await startConversation([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const { conversation, server } = started;
    conversation.subscribe((event) => {
      if (event.type !== 'turnEnd' || server.requests.length > 1) return;
      conversation.queue('queued');
      conversation.steer('steered');
    });
    await conversation.send('Go');
    await seen(started, ({ type }) => type === 'turnEnd');
    await seen(started, ({ type }) => type === 'turnEnd');
    expect(server.requests.map(({ body }) => body.messages.at(-1).content[0].text)).toEqual([
      'Go',
      'steered',
      'queued',
    ]);
  });
});

it.each(['compact', 'rewind'] as const)(
  'what is said during a %s begins a turn after it, in its order',
  async (deed) => {
    const started = await startConversation(() => ({ text: 'ok' }));
    const { conversation, server } = started;
    await conversation.send('Go');
    const asked = server.requests.length;
    const done =
      deed === 'compact' ? conversation.compact() : conversation.rewind({ to: '1', files: true, conversation: false });
    conversation.queue('queued');
    conversation.steer('steered');
    await done;
    await conversation.send('Last');
    const said = server.requests.slice(asked).map(({ body }) => body.messages.at(-1).content[0].text);
    expect(said.slice(-3)).toEqual(['steered', 'queued', 'Last']);
    expect(conversation.waiting).toEqual([]);
  },
);

describe('what is said and cannot be let in', () => {
  const texts = (events: readonly ConversationEvent[]) =>
    events.flatMap((event) => (event.type === 'unsent' ? event.texts : []));

  it('comes back where the log cannot be written', async () => {
    const { conversation, events, server } = await startConversation([]);
    await rm(dirname(conversation.log.file), { recursive: true, force: true });
    await mkdir(dirname(dirname(conversation.log.file)), { recursive: true });
    await writeFile(dirname(conversation.log.file), 'in its place');
    expect(await conversation.send('Keep this')).toMatchObject({ outcome: 'failed' });
    expect(texts(events)).toEqual(['Keep this']);
    expect(server.requests).toEqual([]);
  });

  it('comes back where what it means is stopped', async () => {
    const { conversation, events } = await startConversation([]);
    const expand = ({
      caller: {
        reach: { signal },
      },
    }: ToolPlace) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        conversation.stopStep();
      });
    expect(await conversation.send({ text: '/wait', expand })).toMatchObject({ outcome: 'cancelled' });
    expect(texts(events)).toEqual(['/wait']);
  });

  it('comes back where it is stopped while a hook looks at it', async () => {
    const beforePrompt = async (): Promise<{ block: string }> => {
      void conversation.abort();
      return { block: 'it was ended' };
    };
    const { conversation, events } = await startConversation([], { hooks: [{ beforePrompt }] });
    expect(await conversation.send('Keep this')).toMatchObject({ outcome: 'cancelled' });
    expect(texts(events)).toEqual(['Keep this']);
  });

  it('is done with where a hook refuses it', async () => {
    const hooks = [{ beforePrompt: async () => ({ block: 'handled' }) }];
    const { conversation, events } = await startConversation([], { hooks });
    expect(await conversation.send(':note this')).toMatchObject({ outcome: 'failed' });
    expect(texts(events)).toEqual([]);
  });
});

describe('what is more than words', () => {
  const change = {};
  const skill = (name: string) => ({ text: `/${name}`, expand: async () => ({ text: `<${name}>`, change }) });

  it('goes into the turn as what it means, and hooks are heard about it', async () => {
    const asked: string[] = [];
    const started = await startConversation([{ calls: [run()] }, { text: 'ok' }], {
      hooks: [
        {
          beforePrompt: async (prompt) => {
            asked.push(prompt);
            return prompt === 'no' ? { block: 'not that' } : { note: `after ${prompt}` };
          },
        },
      ],
    });
    const { conversation, stage, events } = started;
    stage.onRun = () => ['no', skill('greet')].forEach((said) => conversation.steer(said));
    await conversation.send('Go');
    expect(lastSaid(started).slice(1)).toEqual(['<greet>', 'after /greet']);
    expect(asked).toEqual(['Go', 'no', '/greet']);
    expect(events.find(({ type }) => type === 'notice')).toMatchObject({ text: 'The prompt was refused: not that' });
    expect(conversation.log.entries.find((entry) => entry.type === 'user' && entry.origin === 'steer')).toMatchObject({
      typed: '/greet',
    });
  });

  it('that was said too late is a turn of its own, in the order in which it was said', async () => {
    const started = await startConversation(() => ({ text: 'ok' }));
    const { conversation, server } = started;
    const stop = conversation.subscribe((event) => {
      if (event.type !== 'turnEnd') return;
      stop();
      ['one', 'two', skill('greet'), 'three'].forEach((said) => conversation.steer(said));
    });
    await conversation.send('Go');
    await conversation.send('Last');
    expect(server.requests.map(({ body }) => body.messages.at(-1).content[0].text)).toEqual([
      'Go',
      'one\n\ntwo',
      '<greet>',
      'three',
      'Last',
    ]);
  });

  it('that fails goes in as it was typed, and the turn goes on', async () => {
    const started = await startConversation([{ calls: [run()] }, { text: 'ok' }]);
    const { conversation, stage } = started;
    const expand = () => Promise.reject(new CommandError('NOT_FOUND', 'its file is gone'));
    stage.onRun = () => conversation.steer({ text: '/greet', expand });
    expect(await conversation.send('Go')).toMatchObject({ outcome: 'success' });
    expect(lastSaid(started).slice(1)).toEqual(['/greet', '[/greet could not be used: its file is gone]']);
  });

  it.each(['stopStep', 'abort'] as const)('comes back when it is stopped while it is made out: %s', async (stop) => {
    const { conversation, stage, events } = await startConversation([{ calls: [run()] }, { text: 'ok' }]);
    const expand = ({
      caller: {
        reach: { signal },
      },
    }: ToolPlace) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        void conversation[stop]();
      });
    stage.onRun = () => {
      conversation.steer({ text: '/wait', expand });
      conversation.steer('and this');
    };
    const { outcome } = await conversation.send('Go');
    const unsent = events.flatMap((event) => (event.type === 'unsent' ? event.texts : []));
    expect([outcome, unsent]).toEqual(stop === 'abort' ? ['cancelled', ['/wait', 'and this']] : ['success', ['/wait']]);
  });
});

describe('the mode', () => {
  it('holds from the next call on, also within one answer', async () => {
    const script = [{ calls: [run(), add('a', '1')] }, { calls: [add('b', '2')] }, { text: 'ok' }];
    const { options, cwd } = await startConversation(script, { mode: 'bypassPermissions' });
    const remake = (change: { readonly mode: Mode }) =>
      createPolicy({ mode: change.mode, modeSource: 'the user', rules: [], base: { root: cwd, home: undefined }, cwd });
    const permissions = new Permissions({ caller: options.caller(), remake });
    const conversation = createConversation({
      ...options,
      permissions,
      hooks: [
        {
          beforeRun: async ({ name }) => (name === 'Run' ? conversation.setMode('plan') : undefined),
          afterTool: async (_, { outcome }) => {
            if (outcome === 'denied') await conversation.setMode('acceptEdits');
            return undefined;
          },
        },
      ],
    });
    const modes: string[] = [];
    conversation.subscribe((event) => {
      if (event.type === 'mode') modes.push(event.mode);
    });
    const { denials } = await conversation.send('Write');
    expect({ modes, mode: conversation.mode, denied: denials.map(({ call }) => call.input.path) }).toEqual({
      modes: ['plan', 'acceptEdits'],
      mode: 'acceptEdits',
      denied: ['a'],
    });
    expect(await readFile(join(cwd, 'b'), 'utf8')).toBe('2\n');
    await conversation.close();
  });

  it('is told to the model when it is for plans only, and when that is over', async () => {
    const script = [{ text: 'A plan.' }, { text: 'More of it.' }, { text: 'Done.' }, { text: 'Well.' }];
    const { options, cwd, server } = await startConversation(script, { mode: 'plan' });
    const remake = (change: { readonly mode: Mode }) =>
      createPolicy({ mode: change.mode, modeSource: 'the user', rules: [], base: { root: cwd, home: undefined }, cwd });
    const permissions = new Permissions({ caller: options.caller(), remake });
    const conversation = createConversation({ ...options, permissions, hooks: [modeHooks(() => permissions.caller)] });
    await conversation.send('Think');
    await conversation.send('Think more');
    await conversation.setMode('default');
    await conversation.send('Do it');
    await conversation.send('And?');
    const told = server.requests.map(({ text }) => [
      text.split('[Plan mode:').length,
      text.split('[Plan mode has ended').length,
    ]);
    expect(told).toEqual([
      [2, 1],
      [2, 1],
      [2, 2],
      [2, 2],
    ]);
    await conversation.close();
  });

  it('cannot be changed where nobody could be asked', async () => {
    const { conversation } = await startConversation([], { mode: 'default' });
    expect(conversation.mode).toBe('default');
    await expect(conversation.setMode('bypassPermissions')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
