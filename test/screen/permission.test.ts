import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { asked } from '../kit/asked.ts';
import { KEYS, openScreen, type ScreenOptions } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };
const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

async function openAsking(
  script: Parameters<typeof openScreen>[0],
  options: ScreenOptions & { files?: Record<string, string> } = {},
) {
  const opened = await openScreen(script, options);
  onTestFinished(() => stopService(opened.home));
  opened.screen.type('Do it', KEYS.enter);
  await opened.screen.shows('Allow ');
  return opened;
}

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
      "  Asked because no rule allows touch ",
      "  one, and the mode is default",
      "❯ Allow  (y)",
      "  Allow for now: Bash(touch *), Ba…  (c)",
      "  Always allow: Bash(touch *), Bas…  (a)",
      "  Deny  (n)",
      "  Deny, and say why  (w)",
      "Mode: default  |  Context: 0% (110/1M)",
    ]
  `);
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
      "  │ - two",
      "  │ + zwei",
      "  Asked because it changes files, and the mode is default",
      "",
      "❯ Allow  (y)",
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
    expect((await asked(server, 1)).text.includes('the user said no')).toBe(!isAllowed);
  });

  it('c allows it until the conversation is closed, and writes nothing', async () => {
    const { screen, dir } = await openAsking([bash('touch one'), bash('touch two'), ANSWER]);
    screen.type('c');
    await screen.shows('Understood.');
    expect([await isThere(join(dir, 'two')), await isThere(join(dir, '.helve/settings.local.json'))]).toEqual([
      true,
      false,
    ]);
  });

  it('a allows it in this project from now on', async () => {
    const { screen, dir } = await openAsking([bash('touch one'), bash('touch two'), ANSWER]);
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
    await screen.shows('Why not? The model is told.');
    screen.type('it is called two', KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 1)).text).toContain('it is called two');
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
