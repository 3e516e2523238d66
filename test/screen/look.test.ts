import { describe, expect, it } from 'vitest';
import { ALL, drawnAt } from '../kit/golden.ts';
import { KEYS, openScreen, type ScreenSize } from '../kit/screen.ts';

const read = (path: string) => ({ name: 'Read', input: { file_path: path } });
const TEST_RUN = 'for i in 1 2 3 4 5 6 7 8 9 10 11; do echo "ok $i"; done; echo "11 tests pass"';

describe('a turn', () => {
  const files = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', '資料/設計/とても長い名前の説明書.txt': 'd\n' };
  const script = [
    { thinking: 'First I read.', calls: [read('a.txt'), read('b.txt')] },
    { calls: [read('c.txt')] },
    { calls: [read('missing.txt'), read('資料/設計/とても長い名前の説明書.txt')] },
    { calls: [{ name: 'Bash', input: { command: TEST_RUN } }] },
    { text: 'All tests pass.\n\n```sh\nnpm test -- --reporter verbose --run src/parser --coverage --watch=false\n```' },
  ];
  const scene = async (size: ScreenSize) => {
    const { screen } = await openScreen(script, { ...size, files, args: ['--permission-mode', 'bypassPermissions'] });
    screen.type('Check it\nall of it', KEYS.enter);
    await screen.shows(/\$0\.0015\n/);
    return screen;
  };

  it('shows folded reads and thoughts, the last lines of a command, wrapped code, time and cost', async () => {
    expect(await drawnAt(ALL, scene)).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      helve:

        All tests pass.

          sh
          npm test -- --reporter verbose --run
        ↳ src/parser --coverage --watch=false

        0.0s · $0.0015

      > 
      Mode: bypassPermissions | Context: 0%
      ── 80 x 24 ──
      Tool: [1 tool]

        ✓ Bash(for i in 1 2 3 4 5 6 7 8 9 10 11; do ...i"; done; echo "11 tests pass")
          ... 4 more lines (ctrl+o)
          ok 5
          ok 6
          ok 7
          ok 8
          ok 9
          ok 10
          ok 11
          11 tests pass

      helve:

        All tests pass.

          sh
          npm test -- --reporter verbose --run src/parser --coverage --watch=false

        0.0s · $0.0015

      > 
      Mode: bypassPermissions | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 6
      ── 200 x 60 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Check it 
        all of it

        Thought for 0.0s (ctrl+o)

      Tool: [5 tools]

        ✓ Read 3 files (ctrl+o)
          a.txt, b.txt, c.txt
        ✗ Read(missing.txt)
          missing.txt does not exist
        ✓ Read(資料/設計/とても長い名前の説明書.txt)

      Tool: [1 tool]

        ✓ Bash(for i in 1 2 3 4 5 6 7 8 9 10 11; do echo "ok $i"; done; echo "11 tests pass")
          ... 4 more lines (ctrl+o)
          ok 5
          ok 6
          ok 7
          ok 8
          ok 9
          ok 10
          ok 11
          11 tests pass

      helve:

        All tests pass.

          sh
          npm test -- --reporter verbose --run src/parser --coverage --watch=false

        0.0s · $0.0015

      > 
      Mode: bypassPermissions  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 6  |  $0.0015  |  no sandbox"
    `);
  });

  it('has all that is folded in ctrl+o', async () => {
    const screen = await scene({ columns: 80, rows: 24 });
    screen.type(KEYS.ctrl('o'));
    await screen.shows(/Bash\(.*1-12 of 12/);
    await screen.shows('ok 1\n');
    screen.type(KEYS.left);
    await screen.shows(/Thinking {2}1-1 of 1.*6 of 7\nFirst I read\./);
    screen.type(KEYS.left);
    await screen.shows(/Read\(資料.*5 of 7/);
  });
});

it('the task list is live while a turn runs, and one row of the scrollback after it', async () => {
  let goOn = () => {};
  const hold = new Promise<void>((resolve) => (goOn = resolve));
  const items = [
    { text: 'Look at the parser', state: 'done' },
    { text: 'Fix it', state: 'doing' },
    { text: 'Test it', state: 'open' },
  ];
  const script = [{ calls: [{ name: 'Todo', input: { items } }] }, { text: ['Fixing', ' now.'], hold }];
  const { screen } = await openScreen(script);
  screen.type('Go', KEYS.enter);
  await screen.shows(/esc to stop\)\n {2}☑ Look at the parser\n {2}▸ Fix it\n {2}☐ Test it\n\n> /);
  goOn();
  await screen.showsNoMore('esc to stop');
  expect((await screen.everything()).join('\n')).toContain('✓ Todo(1 of 3 done)');
  expect((await screen.window()).join('\n')).not.toContain('▸ Fix it');
});

describe('the effort', () => {
  it('is changed by /effort and alt+e, shown in the status bar and asked of the model', async () => {
    const { screen, server } = await openScreen([{ text: 'One.' }, { text: 'Two.' }], { columns: 120 });
    screen.type('/effort high', KEYS.enter);
    await screen.shows('Effort: high');
    await screen.shows(/Mode: [^\n]*effort: high/);
    screen.type('Think', KEYS.enter);
    await screen.shows('One.');
    screen.type('\x1be');
    await screen.shows(/Effort: max\n/);
    await screen.shows(/Mode: [^\n]*effort: max/);
    screen.type('Think more', KEYS.enter);
    await screen.shows('Two.');
    const efforts = server.requests.map(({ body }) => JSON.stringify(body).match(/"effort":"(\w+)"/)?.[1]);
    expect(efforts).toEqual(['high', 'max']);
    screen.type('/effort auto', KEYS.enter);
    await screen.showsNoMore('effort: max');
    screen.type('/effort lots', KEYS.enter);
    await screen.shows('No such effort. One of: auto, off, low, medium, high, max.');
  });
});

describe('slash commands', () => {
  it('are echoed with what came of them', async () => {
    const { screen } = await openScreen([]);
    screen.type('/config language ko', KEYS.enter);
    await screen.shows(/> \/config language ko\n\nSet language in /);
    screen.type('/config language', KEYS.enter);
    await screen.shows(/> \/config language\n\n"ko"/);
  });

  it('/login asks for another key or endpoint, and the conversation goes on', async () => {
    const { screen } = await openScreen([{ text: 'Understood.' }]);
    screen.type('Remember this', KEYS.enter);
    await screen.shows('Understood.');
    await screen.showsNoMore('esc to stop');
    screen.type('/login', KEYS.enter);
    await screen.shows('❯ Enter an Anthropic API key');
    screen.type(KEYS.escape);
    await screen.showsNoMore('Enter an Anthropic API key');
    await screen.shows('msgs: 2');
  });

  it.each(['/quit', '/exit', 'exit', 'quit'])('%s leaves', async (word) => {
    const { screen } = await openScreen([]);
    screen.type(word, KEYS.enter);
    expect(await screen.exited).toBe(0);
  });
});

it('the answer that was chosen is shown', async () => {
  const question = { question: 'Which one?', options: ['The first', 'The second'] };
  const { screen } = await openScreen([{ calls: [{ name: 'AskUser', input: question }] }, { text: 'Understood.' }]);
  screen.type('Ask me', KEYS.enter);
  await screen.shows('❯ The first');
  screen.type(KEYS.down, KEYS.enter);
  await screen.shows('Understood.');
  expect((await screen.everything()).join('\n')).toContain('  ✓ AskUser(Which one?)\n    → The second');
});

it('the window has a title that tells what is done, and its own again at the end', async () => {
  let goOn = () => {};
  const hold = new Promise<void>((resolve) => (goOn = resolve));
  const { screen } = await openScreen([{ text: ['Under', 'stood.'], hold }]);
  expect(screen.written()).toContain('\x1b]2;work · helve\x1b\\');
  screen.type('Mend the parser', KEYS.enter);
  await screen.shows('Under');
  goOn();
  await screen.shows('Understood.');
  await screen.showsNoMore('esc to stop');
  screen.type('exit', KEYS.enter);
  await screen.exited;
  const titles = [...screen.written().matchAll(/\x1b\]2;([^\x1b]*)\x1b\\/g)].map(([, title]) => title);
  expect(titles[1]).toMatch(/^\* (?:work|Mend the parser) · helve$/);
  expect(titles.at(-1)).toBe('Mend the parser · helve');
  expect(screen.written().lastIndexOf('\x1b[23;2t')).toBeGreaterThan(screen.written().lastIndexOf('\x1b]2;'));
});

it('/resume finds a conversation by any of its prompts', async () => {
  const opened = await openScreen([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
  const { screen } = opened;
  for (const [prompt, answer] of [
    ['Look at the parser', 'One.'],
    ['Now about quaternions', 'Two.'],
  ] as const) {
    screen.type(prompt, KEYS.enter);
    await screen.shows(answer);
    await screen.showsNoMore('esc to stop');
  }
  screen.type('/clear', KEYS.enter);
  await screen.shows('New conversation.');
  screen.type('Something else', KEYS.enter);
  await screen.shows('Three.');
  await screen.showsNoMore('esc to stop');
  screen.type('/clear', KEYS.enter);
  await screen.shows('New conversation.');
  screen.type('/resume', KEYS.enter);
  await screen.shows('Search:');
  screen.type('quaternions');
  await screen.shows(/❯ Look at the parser {2}Now about quaternions\n/);
  expect((await screen.window()).join('\n')).not.toContain('Something else');
  screen.type(KEYS.enter);
  await screen.shows('> Now about quaternions');
});
