import { describe, expect, it } from 'vitest';
import { EMPTY_STATE, type StatusView } from '../state/state.ts';
import { type TodoView, toToolView, type ToolView } from '../state/tool-view.ts';
import { type Line, line, plainText } from '../text/span.ts';
import { drawFinished } from './finished.ts';
import { drawStatusBar } from './status-bar.ts';
import { drawLiveTodos } from './todos.ts';
import { drawTool, drawToolGroup } from './tools.ts';
import { windowTitle } from './window-title.ts';

const text = (rows: readonly Line[]) => rows.map(plainText);
const read = (path: string, change: Partial<ToolView> = {}): ToolView => ({
  ...toToolView({ id: '1', name: 'Read', input: { file_path: path } }),
  ...change,
});

describe('a call', () => {
  it.each([
    ['running', '⟳', 'warning', false],
    ['ok', '✓', 'success', false],
    ['error', '✗', 'error', true],
    ['denied', '⊘', 'denied', true],
    ['cancelled', '⊘', 'denied', true],
  ] as const)('that is %s has its icon, its colour, and is struck out or not', (state, icon, role, strike) => {
    const [row = []] = drawTool(read('a.txt', { state }), 80);
    expect(plainText(row)).toBe(`  ${icon} Read(a.txt)`);
    expect(row.slice(0, 3)).toEqual([{ text: '  ' }, { text: icon, style: { role } }, { text: ' ' }]);
    expect(row.slice(3).every(({ style }) => (style?.strike ?? false) === strike)).toBe(true);
  });

  it('keeps the last thirty characters of a long argument', () => {
    const path = `/Users/someone/Documents/${'deep/'.repeat(20)}src/plugins/very-long/file.ts`;
    const [row = []] = drawTool(read(path), 120);
    const shown = plainText(row).slice('  ⟳ Read('.length, -1);
    expect(shown).toHaveLength(80);
    expect(shown).toMatch(/^\/Users\/someone\/.*\.\.\./);
    expect(shown.endsWith(path.slice(-30))).toBe(true);
  });

  it('keeps the beginning of a command where there is little room', () => {
    const command = 'npm run build --workspace packages/helve && node scripts/check.mjs --all';
    const bash = toToolView({ id: '1', name: 'Bash', input: { command } });
    expect(text(drawTool(bash, 40))).toEqual([expect.stringMatching(/^ {2}⟳ Bash\(npm run bui.*\.\.\..*mjs --all\)$/)]);
  });

  it('says in three rows at most why it failed', () => {
    const brief = `${'folder/'.repeat(9)}file.txt does not exist`;
    expect(text(drawTool(read('a', { state: 'error', brief }), 50))).toEqual([
      '  ✗ Read(a)',
      `    ${brief.slice(0, 46)}`,
      `    ${brief.slice(46)}`,
    ]);
    const rows = text(drawTool(read('a', { state: 'error', brief: 'word '.repeat(100) }), 50));
    expect(rows).toHaveLength(4);
    expect(rows.at(-1)).toMatch(/…$/);
  });

  it('that goes on in the background says so', () => {
    const bash = toToolView({ id: '1', name: 'Bash', input: { command: 'make' } });
    expect(
      text(drawTool({ ...bash, state: 'ok', brief: 'moved to the background as session-1 after 2 s' }, 80)),
    ).toEqual(['  ✓ Bash(make)', '    moved to the background as session-1 after 2 s (/tasks)']);
    expect(text(drawTool({ ...bash, state: 'ok', brief: 'exit 0 after 2 s' }, 80))).toEqual(['  ✓ Bash(make)']);
  });

  it('says in one row why it failed, and an edit what it changed', () => {
    expect(text(drawTool(read('a', { state: 'error', brief: 'no such file\nat all' }), 80))).toEqual([
      '  ✗ Read(a)',
      '    no such file',
    ]);
    const edit = toToolView({ id: '1', name: 'Edit', input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' } });
    expect(text(drawTool({ ...edit, state: 'ok' }, 80))).toEqual([
      '  ✓ Edit(a.ts)',
      '    │ a.ts',
      '    │ - x',
      '    │ + y',
    ]);
  });

  it('of a command shows the last lines that it printed, and how many more there are', () => {
    const bash = (output: string, change: Partial<ToolView> = {}): ToolView => ({
      ...toToolView({ id: '1', name: 'Bash', input: { command: 'npm test' } }),
      state: 'ok',
      output,
      ...change,
    });
    const lines = Array.from({ length: 30 }, (_, index) => `test ${index + 1} passes`);
    expect(text(drawTool(bash(lines.slice(0, 9).join('\n')), 80)).slice(1)).toEqual(
      lines.slice(0, 9).map((line) => `    ${line}`),
    );
    expect(text(drawTool(bash(`${lines.join('\n')}\n`), 80))).toEqual([
      '  ✓ Bash(npm test)',
      '    ... 22 more lines (ctrl+o)',
      ...lines.slice(-8).map((line) => `    ${line}`),
    ]);
    expect(
      text(drawTool(bash('2 fail\n[exit 1 after 2 s]', { state: 'error', brief: 'exit 1 after 2 s' }), 80)).slice(1),
    ).toEqual(['    2 fail', '    exit 1 after 2 s']);
    expect(text(drawTool(bash('10%\r100%\n'), 80)).slice(1)).toEqual(['    100%']);
    expect(text(drawTool(bash('x'.repeat(200)), 40))[1]).toHaveLength(40);
  });

  it('shows the answer that the user chose', () => {
    const ask = toToolView({ id: '1', name: 'AskUser', input: { question: 'Which one?' } });
    expect(text(drawTool({ ...ask, state: 'ok', brief: 'The second' }, 80))).toEqual([
      '  ✓ AskUser(Which one?)',
      '    → The second',
    ]);
  });

  it('has the calls of its subagent below it while it runs, and then what it found and took', () => {
    const used = { requests: 3, calls: 7, tokens: 42_000, cost: 0.12 };
    const agent: ToolView = {
      ...toToolView({ id: 'a', name: 'Agent', input: { prompt: 'look' } }),
      inner: [read('b.txt')],
      agent: used,
    };
    expect(text(drawTool(agent, 80))).toEqual([
      '  ⟳ Agent(look)',
      '    3 requests · 7 tools · 42K tokens · $0.1200',
      '    ⟳ Read(b.txt)',
    ]);
    expect(text(drawTool({ ...agent, state: 'ok', output: 'It is in\nb.txt.', duration: 12_000 }, 80))).toEqual([
      '  ✓ Agent(look)',
      '    It is in b.txt.',
      '    3 requests · 7 tools · 42K tokens · $0.1200 · 12s',
    ]);
  });

  it('of a task list tells how much is done', () => {
    const items = [
      { text: 'Look', state: 'done' },
      { text: 'Write', state: 'doing' },
    ];
    expect(text(drawTool(toToolView({ id: '1', name: 'Todo', input: { items } }), 80))).toEqual([
      '  ⟳ Todo(1 of 2 done)',
    ]);
    expect(text(drawTool(toToolView({ id: '1', name: 'Todo', input: { items: [{}] } }), 80))).toEqual([
      '  ⟳ Todo([{}])',
    ]);
  });

  it('stands for others where three in a row only looked at files', () => {
    const ok = { state: 'ok' } as const;
    const grep = { ...toToolView({ id: 'g', name: 'Grep', input: { pattern: 'TODO' } }), ...ok };
    const bash = toToolView({ id: 'b', name: 'Bash', input: { command: 'make' } });
    expect(text(drawToolGroup([read('a', ok), read('b', ok), grep, bash, read('c', ok)], 80)).slice(3)).toEqual([
      '  ✓ Read 2 files, searched 1 time (ctrl+o)',
      '    a, b, TODO',
      '  ⟳ Bash(make)',
      '  ✓ Read(c)',
    ]);
    expect(text(drawToolGroup([read('a', ok), read('b', { state: 'error' }), read('c', ok)], 80)).slice(3)).toEqual([
      '  ✓ Read(a)',
      '  ✗ Read(b)',
      '  ✓ Read(c)',
    ]);
  });

  it('stands with those of its batch below their number', () => {
    expect(text(drawToolGroup([read('a'), read('b')], 80))).toEqual([
      '',
      'Tool: [2 tools]',
      '',
      '  ⟳ Read(a)',
      '  ⟳ Read(b)',
    ]);
  });
});

describe('the status bar', () => {
  const status: StatusView = {
    mode: 'default',
    model: 'Claude Sonnet 4.6',
    context: { tokens: 90_000, window: 200_000, percent: 45 },
    messages: 12,
    cost: 0.5,
    branch: 'main',
  };
  const turn = {
    startedAt: 0,
    phase: 'thinking' as const,
    tools: [],
    thought: { text: '', duration: 0, since: 0 },
    tokens: 0,
  };

  it('tells mode, model, context, messages, what it does, cost and branch', () => {
    expect(plainText(drawStatusBar(status, turn, 200))).toBe(
      'Mode: default  |  Claude Sonnet 4.6  |  Context: 45% (90K/200K)  |  msgs: 12  |  Thinking  |  $0.5000  |  main',
    );
  });

  it.each([
    [100, 'Mode: default | Claude Sonnet 4.6 | Context: 45% (90K/200K) | msgs: 12 | Thinking | $0.5000 | main'],
    [81, 'Mode: default | Claude Sonnet 4.6 | Context: 45% (90K/200K) | msgs: 12 | Thinking'],
    [80, 'Mode: default | Claude Sonnet 4.6 | Context: 45% | msgs: 12 | Thinking'],
    [60, 'Mode: default | Claude Sonnet 4.6 | Context: 45% | Thinking'],
    [50, 'Mode: default | Claude Sonnet 4.6 | Context: 45%'],
    [45, 'Mode: default  |  Context: 45% (90K/200K)'],
    [40, 'Mode: default | Context: 45% (90K/200K)'],
    [30, 'Mode: default | Context: 45%'],
    [20, 'Mode: default'],
    [5, 'Mode…'],
  ])('is closer, then leaves out what matters least, at %d columns', (columns, shown) => {
    expect(plainText(drawStatusBar(status, turn, columns))).toBe(shown);
  });

  it('shows the effort before the cost, and both only beside the five fields that come first', () => {
    const hard = { ...status, effort: 'high' as const };
    expect(plainText(drawStatusBar(hard, undefined, 90))).toBe(
      'Mode: default | Claude Sonnet 4.6 | Context: 45% (90K/200K) | msgs: 12 | effort: high',
    );
    expect(plainText(drawStatusBar(hard, turn, 80))).toBe(
      'Mode: default | Claude Sonnet 4.6 | Context: 45% | msgs: 12 | Thinking',
    );
  });

  it.each([
    [69, 'success'],
    [70, 'warning'],
    [89, 'warning'],
    [90, 'error'],
  ])('has its context of %d%% in the colour of %s', (percent, role) => {
    const shown = drawStatusBar({ ...status, context: { tokens: percent, window: 100, percent } }, undefined, 200);
    expect(shown.find((span) => span.text.startsWith(`${percent}%`))?.style).toEqual({ role });
  });

  it('says what the user wants it to instead', () => {
    expect(plainText(drawStatusBar({ ...EMPTY_STATE.status, custom: line('mine') }, turn, 80))).toBe('mine');
  });
});

describe('what is finished', () => {
  const draw = (item: Parameters<typeof drawFinished>[0]) => text(drawFinished(item, { columns: 30, links: true }));

  it('of the user stands behind a sign, with further lines below its text', () => {
    expect(draw({ kind: 'user', text: 'one\ntwo' })).toEqual(['', '> one', '  two']);
  });

  it('of the user has one background with straight edges', () => {
    const [, ...rows] = drawFinished({ kind: 'user', text: 'one\nthree' }, { columns: 30, links: true });
    expect(rows.map(plainText)).toEqual(['> one  ', '  three']);
    expect(rows.flat().every(({ style }) => style?.role === 'user')).toBe(true);
  });

  it('begins with the name, the version, the model, the folder and three hints', () => {
    expect(draw({ kind: 'header', version: '1.2.3', folder: '~/code/helve', model: 'Claude' })).toEqual([
      '',
      'helve 1.2.3 · Claude',
      '~/code/helve',
      '/help, shift+tab modes, ctrl+…',
    ]);
  });

  it('tells what a turn took and how long the model thought', () => {
    expect(draw({ kind: 'turn', duration: 12_000, cost: 0.0042 })).toEqual(['', '  12s · $0.0042']);
    expect(draw({ kind: 'turn', duration: 400, cost: 0 })).toEqual(['', '  0.4s']);
    expect(draw({ kind: 'thought', text: 'So.', duration: 3000 })).toEqual(['', '  Thought for 3.0s (ctrl+o)']);
    expect(draw({ kind: 'thought', text: 'So.' })).toEqual(['', '  Thought (ctrl+o)']);
  });

  it('of a shell shows the first and the last lines, how many more there are, and how it ended', () => {
    const output = Array.from({ length: 25 }, (_, index) => `line ${index}\n`).join('');
    const rows = draw({ kind: 'shell', command: 'make', output, exitCode: 2 });
    expect(rows.slice(0, 3)).toEqual(['', '! make', '  line 0']);
    expect(rows.slice(6, 9)).toEqual(['  line 4', '  ... and 5 more lines (ctrl+o)', '  line 10']);
    expect(rows.slice(-2)).toEqual(['  line 24', '  exit code 2']);
    const short = output.split('\n').slice(0, 20).join('\n');
    expect(draw({ kind: 'shell', command: 'make', output: short, exitCode: 0 })).toHaveLength(22);
    expect(draw({ kind: 'shell', command: 'true', output: '', exitCode: 0 })).toEqual(['', '! true']);
  });

  it('of one line that is as long as a file shows its beginning, and of a command its end', () => {
    const rows = draw({ kind: 'shell', command: 'cat', output: `${'y'.repeat(100_000)}end`, exitCode: 0 });
    expect([rows.length, rows[12], rows.at(-1)]).toEqual([
      43,
      '  ... and more (ctrl+o)',
      expect.stringMatching(/end$/),
    ]);
    const prompt = draw({ kind: 'user', text: 'z'.repeat(2_800) });
    expect([prompt.length, prompt.at(-1)]).toEqual([22, '  ... and 80 more rows']);
  });

  it('lets nothing that others wrote control the terminal', () => {
    expect(draw({ kind: 'notice', text: 'a\x1b[2Jb\x07', tone: 'error' }).join('')).not.toMatch(/[\x07\x1b]/);
  });
});

describe('the task list', () => {
  const todos: readonly TodoView[] = Array.from({ length: 12 }, (_, index) => ({
    text: `Step ${index + 1}`,
    state: index < 5 ? 'done' : index === 5 ? 'doing' : 'open',
  }));

  it.each([
    [12, 12, '  ☑ Step 1'],
    [5, 5, '  ☑ Step 4'],
    [1, 1, '    5 of 12 done (/todos)'],
    [0, 0, undefined],
  ])('in %i rows shows what is done now, and takes %i', (rows, taken, first) => {
    const drawn = text(drawLiveTodos(todos, 40, rows));
    expect([drawn.length, drawn[0], drawn.includes('  ▸ Step 6')]).toEqual([taken, first, rows > 1]);
  });

  it('is gone when all is done', () => {
    expect(drawLiveTodos([{ text: 'Step', state: 'done' }], 40, 5)).toEqual([]);
  });
});

describe('the title of the window', () => {
  it.each([
    [undefined, 'work · helve'],
    ['thinking', '* work · helve'],
    ['asking', '? work · helve'],
  ] as const)('tells whether helve works or asks: %s', (phase, title) => {
    const turn = phase && { startedAt: 0, phase, tools: [], thought: { text: '', duration: 0, since: 0 }, tokens: 0 };
    expect(windowTitle({ ...EMPTY_STATE, ...(turn && { turn }) }, 'work')).toBe(title);
  });

  it('tells what the conversation is about, in a few words and without escapes', () => {
    const status = { ...EMPTY_STATE.status, title: `Fix\nthe \x1b]0;x\x07parser ${'x'.repeat(100)}` };
    const title = windowTitle({ ...EMPTY_STATE, status }, 'work');
    expect(title).toMatch(/^Fix the parser x+… · helve$/);
    expect(title.length).toBeLessThan(80);
  });
});
