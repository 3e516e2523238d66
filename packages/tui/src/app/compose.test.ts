import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { EMPTY_EDITOR, setText } from '../editor/state.ts';
import { loadMarks } from '../markdown/marks.ts';
import { MarkdownStream } from '../markdown/stream.ts';
import { permissionPrompt } from '../overlays/permission.ts';
import { picker } from '../overlays/picker.ts';
import { viewer } from '../overlays/viewer.ts';
import { EMPTY_STATE, type ScreenState, type TurnView } from '../state/state.ts';
import { toToolView } from '../state/tool-view.ts';
import { line } from '../text/span.ts';
import { drawLiveTodos } from '../views/todos.ts';
import { drawRunningShell, drawTurn, drawWaiting } from '../views/turn.ts';
import { windowTitle } from '../views/window-title.ts';
import { compose, type InputView } from './compose.ts';

beforeAll(loadMarks);

const words = fc.string({ maxLength: 60 }).map((text) => text.replace(/[\p{Control}\p{Surrogate}]/gu, ' '));
const many = fc.array(words, { maxLength: 30 });

const turn: fc.Arbitrary<TurnView> = fc
  .record({ answer: many, thought: words, tools: fc.array(words, { maxLength: 30 }), thinks: fc.boolean() })
  .map(({ answer, thought, tools, thinks }) => {
    const stream = new MarkdownStream();
    stream.append(answer.join('\n'));
    stream.takeFinished();
    return {
      startedAt: 0,
      phase: thinks ? 'thinking' : 'answering',
      tools: tools.map((path, index) => toToolView({ id: String(index), name: 'Read', input: { path } })),
      answer: stream,
      thought: { text: thought, duration: 0, since: 0 },
      tokens: 10,
    };
  });

const state: fc.Arbitrary<ScreenState> = fc
  .record({
    turn: fc.option(turn, { nil: undefined }),
    waiting: many,
    printed: fc.option(many, { nil: undefined }),
    todos: many,
  })
  .map(({ turn: present, waiting, printed, todos }) => ({
    ...EMPTY_STATE,
    ...(present && { turn: present }),
    ...(printed && { shell: { command: 'make', lastLines: printed.join('\n') } }),
    todos: todos.map((text, index) => ({ text, state: index < 3 ? 'done' : 'open' })),
    waiting: waiting.map((text, index) => ({ id: String(index), kind: 'steer', text })),
  }));

const input: fc.Arbitrary<InputView> = fc
  .record({ text: many, proposals: many, hint: fc.option(words, { nil: undefined }), searches: fc.boolean() })
  .map(({ text, proposals, hint, searches }) => ({
    editor: setText(EMPTY_EDITOR, text.join('\n')),
    proposals: proposals.map((label) => ({ label, group: 'commands', taken: EMPTY_EDITOR, isWhole: true })),
    selected: 0,
    hint,
    placeholder: 'Ask anything',
    search: searches ? { label: 'search', query: 'q', match: text.join(' '), key: 'ctrl+r' } : undefined,
  }));

const question = {
  id: 'q',
  call: { type: 'toolCall', id: 'c', name: 'Bash', input: { command: 'x'.repeat(500) } },
  commands: ['x'.repeat(300), 'y'],
  doubts: ['d'],
  paths: [],
  rules: ['Bash(x *)'],
  decision: { decision: 'ask', reason: 'it may change something' },
  // What the overlay looks at.
} as unknown as Parameters<typeof permissionPrompt>[0];

const overlays = [
  undefined,
  picker({ title: 'Which?', options: Array.from({ length: 40 }, (_, value) => ({ label: `Choice ${value}`, value })) }),
  viewer([{ title: 'Long', lines: Array.from({ length: 100 }, () => line('x'.repeat(300))) }]),
  permissionPrompt(question),
];

it('is never higher than the window, with the cursor in it, whatever there is to see', () => {
  const window = fc.record({
    columns: fc.integer({ min: 10, max: 200 }),
    rows: fc.integer({ min: 4, max: 60 }),
    now: fc.constant(5000),
    still: fc.boolean(),
    links: fc.boolean(),
    isWriting: fc.boolean(),
    views: fc.constantFrom({ drawTurn, drawWaiting, drawRunningShell, drawLiveTodos, windowTitle }, undefined),
  });
  fc.assert(
    fc.property(state, input, fc.constantFrom(...overlays), window, (shown, typed, overlay, place) => {
      const { lines, caret } = compose(shown, typed, overlay, place);
      expect(lines.length).toBeLessThanOrEqual(place.rows - 1);
      expect(caret?.row ?? 0).toBeLessThan(lines.length);
      expect(caret?.column ?? 0).toBeLessThan(place.columns);
    }),
    { numRuns: 500 },
  );
});
