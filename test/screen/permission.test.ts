import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { asked } from '../kit/asked.ts';
import { KEYS, openScreen, type ScreenOptions, type ShownScreen } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };
const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

async function openAsking(
  script: Parameters<typeof openScreen>[0],
  options: ScreenOptions & { files?: Record<string, string>; settings?: object } = {},
) {
  const opened = await openScreen(script, options);
  onTestFinished(() => stopService(opened.home));
  opened.screen.type('Do it', KEYS.enter);
  await opened.screen.shows('Allow ');
  return opened;
}

/**
 * Leaves one question after the other until the turn is stopped, and says how many. It is by the second; but on a busy
 * machine that may come too late to be the second of two presses.
 */
async function leaveUntilStopped(screen: ShownScreen, question: (count: number) => string): Promise<number> {
  for (let left = 1; ; left++) {
    screen.type(KEYS.escape);
    await screen.showsNoMore(new RegExp(question(left)));
    await screen.shows(new RegExp(`Stopped\\.|${question(left + 1)}`));
    if ((await screen.window()).includes('Stopped.')) return left;
  }
}

const MANY = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const isThere = (file: string) =>
  readFile(file, 'utf8').then(
    () => true,
    () => false,
  );

it('shows the commands of a line, why it is asked, and the rule that each answer would add', async () => {
  const { screen } = await openAsking([bash('touch one && mkdir two')]);
  const rows = await screen.window();
  expect(rows.slice(rows.indexOf('Allow Bash?'), -1)).toMatchInlineSnapshot(`
    [
      "Allow Bash?",
      "  $ touch one",
      "  $ mkdir two",
      "  Asked because no rule allows touch one, and the mode is default",
      "  Outside the sandbox, which is off.",
      "",
      "❯ Allow  (y)",
      "  Allow in this conversation: Bash(touch *), Bash(mkdir *)  (c)",
      "  Always allow in this project: Bash(touch *), Bash(mkdir *)  (a)",
      "  Deny  (n)",
      "  Deny, and say why  (w)",
    ]
  `);
});

it('shows them in a small window too', async () => {
  const { screen } = await openAsking([bash('touch one && mkdir two')], { columns: 40, rows: 12 });
  const rows = await screen.window();
  expect(rows.slice(rows.indexOf('Allow Bash?'))).toMatchInlineSnapshot(`
    [
      "Allow Bash?",
      "  $ touch one",
      "  $ mkdir two",
      "  Rules: Bash(touch *), Bash(mkdir *)",
      "  Asked because no rule allows touch …",
      "❯ Allow  (y)",
      "  Allow for now: Bash(touch *), Ba…  (c)",
      "  Always allow: Bash(touch *), Bas…  (a)",
      "  Deny  (n)",
      "  Deny, and say why  (w)",
      "Mode: default  |  Context: 0% (110/1M)",
    ]
  `);
});

it('shows a line as it is written where its commands are not all that it says', async () => {
  const { screen } = await openAsking([bash("python3 - <<'END' && touch one\nprint('all of this runs')\nEND")]);
  const rows = await screen.window();
  expect(rows.slice(rows.indexOf('Allow Bash?') + 1, rows.indexOf('❯ Allow  (y)') - 1)).toEqual([
    "  $ python3 - <<'END' && touch one",
    "    print('all of this runs')",
    '    END',
    '  It runs python3 -, touch one',
    '  Asked because no rule allows python3 -, and the mode is default',
    '  Outside the sandbox, which is off.',
  ]);
});

it.each([
  ['git commit -m "a message" && rm two', /\$ git commit -m "a message" && rm two\n {2}Asked/],
  ['helve browser tab open --url https://example.com/x', /\$ helve browser tab open --url \S+\n {2}Asked/],
])('shows a line once where nothing else can be said of it: %s', async (line, shown) => {
  const { screen } = await openAsking([bash(line)]);
  expect((await screen.window()).join('\n')).toMatch(shown);
});

it('shows the arguments of another call by their names', async () => {
  const { screen } = await openAsking([{ calls: [{ name: 'WebFetch', input: { url: 'https://example.com/a' } }] }]);
  const rows = await screen.window();
  expect(rows[rows.indexOf('Allow WebFetch?') + 1]).toBe('  url: https://example.com/a');
});

it('shows in full the rules that a choice has no room for', async () => {
  const { screen } = await openAsking([bash('touch one && mkdir two && rmdir three && chmod 600 four && ln five six')]);
  const rows = await screen.window();
  const rules = 'Bash(touch *), Bash(mkdir *), Bash(rmdir *), Bash(chmod 600 four), Bash(ln *)';
  expect(rows.join('\n').replace(/\s+/g, ' ')).toContain(`Rules: ${rules}`);
  expect(rows.filter((row) => row.includes('…  (c)'))).toHaveLength(1);
});

it('lets nothing in a command move the cursor, also not in why it is asked', async () => {
  const { screen } = await openAsking([bash('touch \x1b[2Jone\x07')]);
  expect((await screen.window()).join('\n')).toContain('no rule allows touch');
  expect(screen.written()).not.toMatch(/\x1b\[2J|one\x07/);
});

it('shows what is selected and what it is about in the lowest window', async () => {
  const { screen } = await openAsking([bash('touch one')], { columns: 30, rows: 5 });
  expect(await screen.window()).toEqual([
    expect.stringMatching(/Do it|^$/),
    'Allow Bash?',
    '  $ touch one …',
    '❯ Allow  (y)',
    'Mode: default | Context: 0%',
  ]);
  screen.type(KEYS.down, KEYS.down, KEYS.down);
  await screen.shows('❯ Deny  (n)');
  expect((await screen.window()).join('\n')).toContain('$ touch one');
});

it('shows the diff of an edit before it is made', async () => {
  const edit = { file_path: 'a.txt', old_string: 'two', new_string: 'zwei' };
  const { screen, dir } = await openAsking(
    [{ calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] }, { calls: [{ name: 'Edit', input: edit }] }, ANSWER],
    { files: { 'a.txt': 'one\ntwo\nthree\n' } },
  );
  const rows = (await screen.window()).map((row) => row.replaceAll(dir, '<dir>'));
  expect(rows.slice(rows.indexOf('Allow Edit?'), -1)).toMatchInlineSnapshot(`
    [
      "Allow Edit?",
      "  │ <dir>/a.txt",
      "  │ 2 - two",
      "  │ 2 + zwei",
      "  Asked because it changes files, and the mode is default",
      "",
      "❯ Allow  (y)",
      "  Allow all edits in this conversation  (e)",
      "  Allow in this conversation: Edit(<dir>/a.txt)  (c)",
      "  Always allow in this project: Edit(<dir>/a.txt)  (a)",
      "  Deny  (n)",
      "  Deny, and say why  (w)",
    ]
  `);
  expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  screen.type('y');
  await screen.shows('Understood.');
  expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('one\nzwei\nthree\n');
});

it('is not answered by what the user is writing when it comes, and none of that is lost', async () => {
  let come = () => {};
  const hold = new Promise<void>((resolve) => (come = resolve));
  const { screen, dir, server, home } = await openScreen([{ ...bash('touch one'), text: 'I will.', hold }, ANSWER]);
  onTestFinished(() => stopService(home));
  screen.type('Do it', KEYS.enter);
  await screen.shows('esc to stop');
  screen.type('wh');
  await screen.shows('> wh');
  come();
  await screen.shows('Allow Bash?');
  for (const key of 'y any way') screen.type(key);
  await screen.shows(/> why any way\n {2}You are writing\. ↓ or tab to answer/);
  screen.type(KEYS.enter);
  await screen.showsNoMore('You are writing');
  await screen.shows('Allow Bash?');
  expect(await isThere(join(dir, 'one'))).toBe(false);
  screen.type('y');
  await screen.shows('Understood.');
  expect((await asked(server, 1)).text).toContain('why any way');
  expect(await isThere(join(dir, 'one'))).toBe(true);
});

describe('while the user is writing', () => {
  const FILES = { 'src/abc1.ts': '', 'src/abc2.ts': '' };

  it('esc leaves what they are at, then turns to the question, and only then refuses', async () => {
    const { screen, dir } = await openAsking([bash('touch one'), ANSWER], { files: FILES });
    screen.type('look @src');
    await screen.shows(/> look @src\n❯ src\/abc1\.ts[^]*You are writing/);
    screen.type(KEYS.escape);
    await screen.showsNoMore('❯ src/abc1.ts');
    await screen.shows('You are writing');
    screen.type(KEYS.escape);
    await screen.showsNoMore('You are writing');
    await screen.shows('Allow Bash?');
    screen.type('y');
    await screen.shows('Understood.');
    await screen.shows('> look @src');
    expect(await isThere(join(dir, 'one'))).toBe(true);
  });

  it('esc leaves the insert mode of vim', async () => {
    const { screen, dir } = await openAsking([bash('touch one'), ANSWER], { settings: { editorMode: 'vim' } });
    screen.type('look');
    await screen.shows(/> look\n {2}-- INSERT --/);
    screen.type(KEYS.escape);
    await screen.shows('-- NORMAL --');
    screen.type('0x');
    await screen.shows('> ook');
    await screen.shows('Allow Bash?');
    expect(await isThere(join(dir, 'one'))).toBe(false);
  });

  it('files and earlier messages are found as ever, and a message may have several rows', async () => {
    const { screen } = await openAsking([bash('touch one'), ANSWER], { files: FILES });
    screen.type('look @abc');
    await screen.shows('❯ src/abc1.ts');
    screen.type(KEYS.down, KEYS.enter);
    await screen.shows('> look @src/abc2.ts');
    screen.type(KEYS.ctrl('u'), 'draft', KEYS.ctrl('r'), 'Do');
    await screen.shows('(search) Do  Do it');
    screen.type(KEYS.escape);
    await screen.shows(/> draft\n/);
    screen.type(KEYS.ctrl('j'), 'second', KEYS.ctrl('j'), 'third');
    await screen.shows(/> draft\n {2}second\n {2}third\n {2}You are writing/);
    screen.type(KEYS.up, KEYS.home, 'the ');
    await screen.shows(/> draft\n {2}the second\n {2}third\n {2}You are writing/);
    screen.type(KEYS.down, KEYS.down);
    await screen.showsNoMore('You are writing');
  });
});

it('is answered after the arrows or tab have turned to it', async () => {
  let come = () => {};
  const hold = new Promise<void>((resolve) => (come = resolve));
  const { screen, dir, home } = await openScreen([{ ...bash('touch one'), text: 'I will.', hold }, ANSWER]);
  onTestFinished(() => stopService(home));
  screen.type('Do it', KEYS.enter);
  await screen.shows('esc to stop');
  screen.type('half');
  await screen.shows('> half');
  come();
  await screen.shows('You are writing.');
  screen.type(KEYS.tab);
  await screen.showsNoMore('You are writing.');
  screen.type('y');
  await screen.shows('Understood.');
  await screen.shows('> half');
  expect(await isThere(join(dir, 'one'))).toBe(true);
});

describe('the answer', () => {
  it.each([
    ['enter', KEYS.enter, true],
    ['y', 'y', true],
    ['n', 'n', false],
    ['escape', KEYS.escape, false],
    ['the arrows and enter', `${KEYS.down}${KEYS.down}${KEYS.down}${KEYS.enter}`, false],
  ])('%s', async (_, keys, isAllowed) => {
    const { screen, dir, server } = await openAsking([bash('touch one'), ANSWER]);
    screen.type(keys);
    await screen.shows('Understood.');
    expect(await isThere(join(dir, 'one'))).toBe(isAllowed);
    expect((await asked(server, 1)).text.includes('the user declined')).toBe(!isAllowed);
  });

  it.each(['also the other', 'can you', 'looks good'])('is none of what is a message: %s', async (message) => {
    const { screen, dir, server } = await openAsking([bash('touch one'), ANSWER]);
    for (const key of message) screen.type(key);
    await screen.shows(`> ${message}\n  You are writing. ↓ or tab to answer`);
    // What its first letter selected is not meant.
    await screen.shows('❯ Allow  (y)');
    screen.type(KEYS.enter);
    await screen.shows(`↳ next: ${message}`);
    screen.type('\x1b[1;3A');
    await screen.shows(`> ${message}`);
    await screen.showsNoMore('↳');
    screen.type(KEYS.enter);
    await screen.shows(`↳ next: ${message}`);
    expect(await isThere(join(dir, 'one'))).toBe(false);
    screen.type('n');
    await screen.shows('Understood.');
    expect((await asked(server, 1)).text).toContain(message);
    expect(await isThere(join(dir, '.helve/settings.local.json'))).toBe(false);
  });

  it('c allows it until the conversation is closed, and writes nothing', async () => {
    const { screen, dir } = await openAsking([bash('touch one'), bash('touch two'), ANSWER]);
    screen.type('c');
    await screen.shows('❯ Allow in this conversation');
    screen.type(KEYS.enter);
    await screen.shows('Understood.');
    expect([await isThere(join(dir, 'two')), await isThere(join(dir, '.helve/settings.local.json'))]).toEqual([
      true,
      false,
    ]);
  });

  it('a allows it in this project from now on', async () => {
    const { screen, dir } = await openAsking([bash('touch one'), bash('touch two'), ANSWER]);
    screen.type('a');
    await screen.shows('❯ Always allow in this project');
    screen.type('a');
    await screen.shows('Understood.');
    expect(await isThere(join(dir, 'two'))).toBe(true);
    expect(JSON.parse(await readFile(join(dir, '.helve/settings.local.json'), 'utf8'))).toMatchObject({
      permissions: { allow: ['Bash(touch *)'] },
    });
  });

  it('w denies it and tells the model why', async () => {
    const { screen, server } = await openAsking([bash('touch one'), ANSWER]);
    screen.type('w');
    await screen.shows('Why not? The model receives your answer.');
    screen.type('it is called two', KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 1)).text).toContain('it is called two');
  });
});

describe('shift+tab', () => {
  const write = (path: string) => ({ calls: [{ name: 'Write', input: { file_path: path, content: 'x' } }] });

  it('lets the mode that it leads to answer an edit, and those after it', async () => {
    const { screen, dir } = await openAsking([write('one'), write('two'), ANSWER]);
    screen.type(KEYS.shiftTab);
    await screen.shows('Understood.');
    await screen.shows('Mode: acceptEdits');
    expect([await isThere(join(dir, 'one')), await isThere(join(dir, 'two'))]).toEqual([true, true]);
  });

  it('keeps asking about a command, passes over the mode that asks nothing, and ends in plan mode with no', async () => {
    const { screen, server } = await openAsking([bash('node one'), ANSWER]);
    screen.type(KEYS.shiftTab);
    await screen.shows('Mode: acceptEdits');
    await screen.shows('Allow Bash?');
    screen.type(KEYS.shiftTab);
    await screen.shows('Understood.');
    await screen.shows('Mode: plan');
    expect((await asked(server, 1)).text).toContain('the mode is now plan');
  });
});

describe('all edits', () => {
  const write = (path: string) => ({ calls: [{ name: 'Write', input: { file_path: path, content: 'x' } }] });

  it('are allowed in this conversation by one answer', async () => {
    const { screen, dir } = await openAsking([write('one'), write('sub/two'), bash('node three'), ANSWER]);
    await screen.shows('  Allow all edits in this conversation  (e)');
    screen.type('e');
    await screen.shows('❯ Allow all edits');
    screen.type('e');
    await screen.shows('Allow Bash?');
    await screen.shows('Mode: acceptEdits');
    expect([await isThere(join(dir, 'one')), await isThere(join(dir, 'sub/two'))]).toEqual([true, true]);
  });

  it.each([
    ['a command', bash('touch one')],
    ['a file outside the project', write('/tmp/helve-nowhere/one')],
  ])('are not offered for %s', async (_, call) => {
    const { screen } = await openAsking([call, ANSWER]);
    await screen.shows('Deny, and say why');
    expect((await screen.window()).join('\n')).not.toContain('all edits');
  });
});

describe('leaving it', () => {
  it('twice stops the turn, also when it asks again meanwhile', async () => {
    const { screen, server, dir } = await openAsking(MANY.map((count) => bash(`touch file-${count}`)));
    const left = await leaveUntilStopped(screen, (count) => `\\$ touch file-${count}`);
    await screen.showsNoMore('Allow ');
    expect(left).toBeGreaterThan(1);
    expect(server.requests).toHaveLength(left);
    expect(await isThere(join(dir, `file-${left}`))).toBe(false);
  });

  it('with ctrl+c stops the turn', async () => {
    const { screen, server, dir } = await openAsking([bash('touch one'), ANSWER]);
    screen.type(KEYS.ctrl('c'));
    await screen.shows('Stopped.');
    await screen.showsNoMore('Allow ');
    expect(server.requests).toHaveLength(1);
    expect(await isThere(join(dir, 'one'))).toBe(false);
  });
});

it('is not asked in plan mode, where nothing is changed', async () => {
  const { screen, dir, server } = await openScreen([bash('touch one'), ANSWER], {
    args: ['--permission-mode', 'plan'],
  });
  onTestFinished(() => stopService(dir));
  screen.type('Do it', KEYS.enter);
  await screen.shows('Understood.');
  expect(await isThere(join(dir, 'one'))).toBe(false);
  expect((await asked(server, 1)).text).toContain('plan');
});

it('the window is cleared by ctrl+l while something is asked, and the question stays', async () => {
  const { screen } = await openAsking([bash('touch one')]);
  await screen.shows('> Do it');
  screen.type(KEYS.ctrl('l'));
  await screen.showsNoMore('> Do it');
  await screen.shows(/Allow Bash\?[^]*❯ Allow/);
});

describe('a question of the model', () => {
  const question = (options: readonly string[]) => ({
    calls: [{ name: 'AskUser', input: { question: 'Which one?', options } }],
  });

  it('is answered with one of its options', async () => {
    const { screen, server } = await openScreen([question(['red', 'blue']), ANSWER]);
    screen.type('Ask me', KEYS.enter);
    await screen.shows(/Which one\?\n❯ red\n {2}blue\n {2}Something else/);
    screen.type(KEYS.down, KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 1)).text).toContain('blue');
  });

  it('is answered with words of the user’s own', async () => {
    const { screen, server } = await openScreen([question(['red', 'blue']), ANSWER]);
    screen.type('Ask me', KEYS.enter);
    await screen.shows('❯ red');
    screen.type(KEYS.up, KEYS.enter);
    await screen.showsNoMore('❯');
    screen.type('green', KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 1)).text).toContain('green');
  });

  it('is left at once with escape, and twice stops the turn', async () => {
    const { screen, server } = await openScreen(MANY.map((count) => question([`red-${count}`, 'blue'])));
    screen.type('Ask me', KEYS.enter);
    await screen.shows('❯ red-1');
    const left = await leaveUntilStopped(screen, (count) => `❯ red-${count}`);
    expect(left).toBeGreaterThan(1);
    expect(server.requests).toHaveLength(left);
    expect((await asked(server, 1)).text).toContain('The user did not answer.');
  });

  it.each([
    ['with options', ['red', 'blue'], `${KEYS.tab}${KEYS.up}${KEYS.up}${KEYS.enter}`],
    ['without', [], `${KEYS.tab}blue${KEYS.enter}`],
  ])('%s is not answered by what the user is writing when it comes', async (_, options, answer) => {
    let come = () => {};
    const hold = new Promise<void>((resolve) => (come = resolve));
    const { screen, server } = await openScreen([{ text: 'One thing.', ...question(options), hold }, ANSWER]);
    screen.type('Ask me', KEYS.enter);
    await screen.shows('esc to stop');
    screen.type('half');
    await screen.shows('> half');
    come();
    await screen.shows(/Which one\?[^]*> half\n {2}You are writing/);
    screen.type(' a thought', KEYS.enter);
    await screen.showsNoMore('You are writing');
    await screen.shows('Which one?');
    expect(server.requests).toHaveLength(1);
    screen.type(answer);
    await screen.shows('Understood.');
    const { text } = await asked(server, 1);
    expect([text.includes('blue'), text.includes('half a thought')]).toEqual([true, true]);
  });
});
