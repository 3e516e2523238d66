import type { ConversationEvent } from '@helve/assistant';
import { CommandError } from '@helve/command';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMarks } from '../markdown/marks.ts';
import { plainText } from '../text/span.ts';
import { drawFinished } from '../views/finished.ts';
import { reduce } from './reduce.ts';
import { EMPTY_STATE, type ScreenState } from './state.ts';

beforeAll(loadMarks);

const call = (id: string, name = 'Read', input: Readonly<Record<string, unknown>> = { file_path: `${id}.txt` }) => ({
  type: 'toolCall' as const,
  id,
  name,
  input,
});

const place = { id: 'e1', parent: null, time: '2026-01-01T00:00:00.000Z' };
const user = (text: string) => ({ ...place, type: 'user', origin: 'prompt', content: [{ type: 'text', text }] });
const result = (callId: string, outcome = 'ok', text = 'gave') => ({
  ...place,
  type: 'toolResult',
  callId,
  name: 'Read',
  content: [{ type: 'text', text }],
  outcome,
  brief: `brief of ${callId}`,
  durationMs: 1,
});

// Entries hold more than the screen looks at.
const event = (said: object) => said as ConversationEvent;
const START = event({ type: 'turnStart', entry: user('Do it') });
const text = (said: string) => event({ type: 'text', text: said });
const begin = (id: string, name?: string) => event({ type: 'toolStart', call: call(id, name) });
const end = (id: string, outcome?: string) => event({ type: 'toolEnd', call: call(id), entry: result(id, outcome) });
const turnEnd = (outcome: string, error?: CommandError) =>
  event({ type: 'turnEnd', result: { outcome, error, cost: 0 } });
const agent = (callId: string, inner: ConversationEvent) => event({ type: 'agent', callId, event: inner });

function after(...events: readonly ConversationEvent[]): ScreenState {
  return events.reduce<ScreenState>(
    (state, each) => reduce(state, { type: 'event', event: each, now: 1000 }),
    EMPTY_STATE,
  );
}

function printed({ finished }: ScreenState): readonly string[] {
  return finished
    .flatMap((item) => drawFinished(item, { columns: 60, links: true }).map(plainText))
    .filter((row) => row !== '');
}

describe('a turn', () => {
  it('begins with what the user said, and counts it', () => {
    const state = after(START);
    expect(printed(state)).toEqual(['> Do it']);
    expect(state.turn).toMatchObject({ startedAt: 1000, phase: 'thinking', tools: [] });
    expect(state.status.messages).toBe(1);
  });

  it('prints what is done of an answer, and keeps what is open', () => {
    const state = after(START, text('One.\n\nTw'));
    expect(printed(state)).toEqual(['> Do it', 'helve:', '  One.']);
    expect(state.turn?.phase).toBe('answering');
    expect(printed(reduce(state, { type: 'event', event: turnEnd('success'), now: 1 })).slice(-2)).toEqual([
      '  Tw',
      '  0.0s',
    ]);
  });

  it('keeps what is thought, prints that it was thought before what follows, and keeps it to be looked at', () => {
    const at = (now: number, said: object) => ({ type: 'event' as const, event: event(said), now });
    const request = { type: 'request', number: 1, model: 'm' };
    const thinking = [
      at(1000, { ...START }),
      at(2000, request),
      at(3000, { type: 'thinking', text: 'First, ' }),
      at(4500, { type: 'thinking', text: 'then.' }),
    ].reduce(reduce, EMPTY_STATE);
    expect(thinking.turn).toMatchObject({ phase: 'thinking', thought: { text: 'First, then.', duration: 2500 } });
    const answered = reduce(thinking, at(5000, text('Done.')));
    expect(printed(answered)).toEqual(['> Do it', '  Thought for 2.5s (ctrl+o)']);
    expect(answered.calls).toEqual([
      { id: 'thought', name: 'Thinking', argument: '', state: 'ok', output: 'First, then.', duration: 2500 },
    ]);
    const retried = reduce(thinking, at(5000, { type: 'retry', attempt: 1, waitMs: 1, error: new Error('busy') }));
    expect(retried.turn?.thought.text).toBe('');
  });

  it('prints looks at files of several requests as one, before anything else is done', () => {
    const request = event({ type: 'request', number: 2, model: 'm' });
    const looks = [START, begin('a'), end('a'), request, begin('b'), begin('c'), end('b'), end('c'), request];
    expect(printed(after(...looks))).toEqual(['> Do it']);
    expect(after(...looks).turn?.tools).toHaveLength(3);
    const folded = ['> Do it', 'Tool: [3 tools]', '  ✓ Read 3 files (ctrl+o)', '    a.txt, b.txt, c.txt'];
    expect(printed(after(...looks, begin('d', 'Bash')))).toEqual(folded);
    expect(printed(after(...looks, text('Done.')))).toEqual(folded);
    expect(after(...looks, begin('d', 'Bash')).turn?.tools.map(({ name }) => name)).toEqual(['Bash']);
  });

  it('tells at its end what it took', () => {
    const state = reduce(after(START), {
      type: 'event',
      event: event({ type: 'turnEnd', result: { outcome: 'success', cost: 0.25 } }),
      now: 13_000,
    });
    expect(printed(state)).toEqual(['> Do it', '  12s · $0.2500']);
  });

  it('keeps the task list that the model has set', () => {
    const items = [{ text: 'Look', state: 'doing' }];
    const todo = { ...call('t', 'Todo'), input: { items } };
    const set = after(START, event({ type: 'toolStart', call: todo }));
    expect(set.todos).toEqual([]);
    const kept = reduce(set, {
      type: 'event',
      event: event({ type: 'toolEnd', call: todo, entry: result('t') }),
      now: 1,
    });
    expect(kept.todos).toEqual(items);
    expect(reduce(kept, { type: 'anew' }).todos).toEqual([]);
  });

  it('ends each call by its id, in whatever order, and prints the batch in the order of its beginning', () => {
    const batch = [START, begin('a'), begin('b'), begin('c'), end('c'), end('a', 'error')];
    expect(after(...batch).turn?.tools.map(({ id, state }) => [id, state])).toEqual([
      ['a', 'error'],
      ['b', 'running'],
      ['c', 'ok'],
    ]);
    const state = after(...batch, end('b', 'denied'), event({ type: 'request', number: 2, model: 'm' }));
    expect(printed(state)).toEqual([
      '> Do it',
      'Tool: [3 tools]',
      '  ✗ Read(a.txt)',
      '    brief of a',
      '  ⊘ Read(b.txt)',
      '    brief of b',
      '  ✓ Read(c.txt)',
    ]);
    expect(state.turn?.tools).toEqual([]);
    expect(state.calls.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('shows a call that was refused before it began', () => {
    expect(after(START, end('a', 'denied')).turn?.tools).toMatchObject([{ id: 'a', state: 'denied' }]);
  });

  it('shows what a call is at', () => {
    const progress = event({ type: 'toolProgress', callId: 'a', message: 'half' });
    expect(after(START, begin('a'), progress).turn?.tools).toMatchObject([{ id: 'a', brief: 'half' }]);
  });

  it('says that it waits before it asks again, and that what was said is void', () => {
    const error = new CommandError('UNAVAILABLE', 'It is busy');
    const state = after(START, text('Half'), event({ type: 'retry', attempt: 1, waitMs: 1500, error }));
    expect(state.turn).toMatchObject({ phase: 'retrying', pause: { why: 'It is busy', until: expect.any(Number) } });
    expect(state.turn?.answer).toBeUndefined();
    expect(printed(state).at(-1)).toBe('Connection lost; retrying.');
    const answered = reduce(state, { type: 'event', event: text('Whole'), now: 1 });
    expect(answered.turn?.pause).toBeUndefined();
  });

  it.each([
    ['success', undefined, []],
    ['cancelled', undefined, ['Stopped.']],
    ['maxTurns', undefined, ['Request limit of this turn reached.']],
    ['maxCost', undefined, ['Spending limit reached.']],
    ['refused', undefined, ['The model refused to answer.']],
    ['failed', new CommandError('UNAVAILABLE', 'Broken', { hint: 'Mend it.' }), ['Broken', 'Mend it.']],
  ])('that ends with %s says so and leaves nothing behind', (outcome, error, said) => {
    const state = after(START, begin('a'), turnEnd(outcome, error));
    expect(state.turn).toBeUndefined();
    expect(printed(state)).toEqual(['> Do it', 'Tool: [1 tool]', '  ⟳ Read(a.txt)', ...said, '  0.0s']);
  });
});

describe('a subagent', () => {
  it('has its latest calls below the call that began it, ended by their ids', () => {
    const inner = ['1', '2', '3', '4'].map((id) => agent('a', begin(id)));
    const state = after(START, begin('a', 'Agent'), ...inner, agent('a', end('3')));
    expect(state.turn?.tools[0]?.inner?.map((tool) => [tool.id, tool.state])).toEqual([
      ['2', 'running'],
      ['3', 'ok'],
      ['4', 'running'],
    ]);
    expect(state.turn?.tools).toHaveLength(1);
  });

  it('that no call began, as a skill does, has its calls where those of the turn are', () => {
    const state = after(START, agent('prompt', begin('1')), agent('prompt', end('1')), agent('prompt', begin('2')));
    expect(state.turn?.tools.map((tool) => [tool.id, tool.state])).toEqual([
      ['1', 'ok'],
      ['2', 'running'],
    ]);
  });

  it('says nothing else', () => {
    const before = after(START, begin('a', 'Agent'));
    expect(reduce(before, { type: 'event', event: agent('a', text('words')), now: 1 })).toBe(before);
  });
});

describe('the rest', () => {
  it('keeps what waits, the mode, and what the status says', () => {
    const waiting = [{ id: 'w', kind: 'steer', text: 'and this' }];
    const state = after(event({ type: 'waiting', waiting }), event({ type: 'mode', mode: 'plan' }));
    expect(state).toMatchObject({ waiting, status: { mode: 'plan' } });
    expect(reduce(state, { type: 'status', status: { cost: 2 } }).status).toMatchObject({ mode: 'plan', cost: 2 });
  });

  it('prints what went in while the turn went on after the calls before it', () => {
    const state = after(START, begin('a'), end('a'), event({ type: 'steered', entry: user('Also this') }));
    expect(printed(state)).toEqual(['> Do it', 'Tool: [1 tool]', '  ✓ Read(a.txt)', '> Also this']);
  });

  it('tells of compaction', () => {
    const compacting = event({ type: 'compacting', trigger: 'manual', tokens: 1, window: 2 });
    expect(after(compacting).turn?.phase).toBe('compacting');
    const known = reduce(after(compacting), {
      type: 'status',
      status: { context: { tokens: 85, window: 100, percent: 85 } },
    });
    const compacted = event({ type: 'compacted', entry: { report: { before: 85, after: 32 } } });
    expect(printed(reduce(known, { type: 'event', event: compacted, now: 1 }))).toEqual([
      'Context compressed: 85% → 32%',
    ]);
    expect(reduce(known, { type: 'event', event: compacted, now: 1 }).turn).toBeUndefined();
    const error = new CommandError('UNAVAILABLE', 'no');
    const failed = event({ type: 'compactionFailed', trigger: 'manual', error });
    expect(after(compacting, failed).turn).toBeUndefined();
    expect(after(START, compacting, failed).turn).toBeDefined();
    expect(printed(after(event({ type: 'compactionFailed', trigger: 'manual', error })))).toEqual([
      'The conversation was not compacted: no',
    ]);
  });

  it('asks, and goes on when it is answered', () => {
    expect(after(START, event({ type: 'ask', question: {} })).turn?.phase).toBe('asking');
    expect(after(START, event({ type: 'ask', question: {} }), event({ type: 'answered' })).turn?.phase).toBe('tools');
  });

  it('changes nothing for events that say nothing to it, of a newer engine too, and for those of no turn', () => {
    const state = after(START);
    for (const type of ['note', 'rewound', 'unsent', 'model', 'somethingNew']) {
      expect(reduce(state, { type: 'event', event: event({ type }), now: 1 })).toBe(state);
    }
    for (const each of [text('x'), event({ type: 'thinking', text: 'x' }), begin('a')]) {
      expect(after(each)).toEqual(EMPTY_STATE);
    }
  });

  it('keeps what a command of the user gave, to be looked at', () => {
    const shell = { kind: 'shell', command: 'make', output: 'all of it', exitCode: 1 } as const;
    const state = reduce(EMPTY_STATE, { type: 'print', items: [shell] });
    expect(state.calls).toMatchObject([{ argument: 'make', state: 'error', output: 'all of it' }]);
    expect(state.finished).toEqual([shell]);
  });

  it('forgets what was written, and a conversation with another', () => {
    const state = after(START, begin('a'), end('a'));
    expect(reduce(state, { type: 'written' }).finished).toEqual([]);
    expect(reduce(EMPTY_STATE, { type: 'written' })).toBe(EMPTY_STATE);
    const anew = reduce(state, { type: 'anew' });
    expect([anew.turn, anew.calls, anew.waiting]).toEqual([undefined, [], []]);
  });
});
