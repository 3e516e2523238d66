import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asked } from '../kit/asked.ts';
import { KEYS, openScreen, showHelve } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };

/** What the model is sent when these keys are typed and sent. */
async function sent(...keys: readonly string[]): Promise<string> {
  const { screen, server } = await openScreen([ANSWER]);
  screen.type(...keys, KEYS.enter);
  await screen.shows('Understood.');
  return (await asked(server, 0)).text;
}

describe('several lines', () => {
  it.each([
    ['shift+enter of the kitty protocol', KEYS.shiftEnter],
    ['shift+enter of xterm', '\x1b[27;2;13~'],
    ['alt+enter', '\x1b\r'],
    ['ctrl+j', '\n'],
    ['a backslash and enter', '\\\r'],
  ])('begin with %s', async (_, newline) => {
    expect(await sent('one', newline, 'two')).toContain('one\ntwo');
  });

  it('are gone through with the arrows before the history is', async () => {
    expect(await sent('one', '\n', 'two', KEYS.up, 'X', KEYS.down, 'Y')).toContain('oneX\ntwoY');
  });
});

describe('editing', () => {
  it.each<[string, readonly string[], string]>([
    ['ctrl+left goes a word to the left', ['one two', '\x1b[1;5D', 'X'], 'one Xtwo'],
    ['alt+b and alt+f go by words', ['one two three', '\x1bb', '\x1bb', '\x1bf', 'X'], 'one twoX three'],
    ['home and end', ['one', KEYS.home, 'X', KEYS.end, 'Y'], 'XoneY'],
    ['ctrl+w deletes a word, ctrl+y puts it back', ['one two', KEYS.ctrl('w'), KEYS.ctrl('y'), '!'], 'one two!'],
    ['home stays in an empty first line', ['\n', 'two', KEYS.up, KEYS.home, 'X'], 'X'],
    ['ctrl+u deletes to the start', ['one', KEYS.ctrl('u'), 'two'], 'two'],
    ['ctrl+k deletes to the end', ['one two', '\x1b[1;5D', KEYS.ctrl('k'), 'X'], 'one X'],
    ['ctrl+c clears, and ctrl+_ brings it back', ['one two', KEYS.ctrl('c'), '\x1f', '!'], 'one two!'],
    ['ctrl+_ undoes', ['one two', KEYS.ctrl('w'), '\x1f', '!'], 'one two!'],
    ['delete takes what is after the caret', ['one', KEYS.home, '\x1b[3~'], 'ne'],
    ['an emoji of several parts is one character', ['a👩‍👩‍👧b', KEYS.left, KEYS.backspace], 'ab'],
    ['a syllable that was put together is one', ['한글', KEYS.backspace, '국'], '한국'],
  ])('%s', async (_, keys, text) => {
    expect((await sent(...keys)).split('\n')).toContain(text);
  });
});

describe('the caret stands where the next character goes', () => {
  it.each([
    ['Korean', '안녕하세요', 10],
    ['Japanese', 'こんにちは', 10],
    ['Chinese', '你好', 4],
    ['emoji', 'a👍b', 4],
    ['accents in parts', 'e\u0301a', 2],
  ])('behind %s', async (_, text, cells) => {
    const { screen } = await openScreen([]);
    screen.type(text);
    await screen.shows(`> ${text}`);
    const rows = await screen.window();
    const row = rows.findIndex((each) => each.startsWith('> '));
    expect(await screen.cursor()).toEqual({ row, column: 2 + cells });
    screen.type(KEYS.left, KEYS.left, KEYS.left, KEYS.left, KEYS.left, 'X');
    await screen.shows(`> X${text}`);
    expect(await screen.cursor()).toEqual({ row, column: 3 });
  });

  it('in rows that are as wide as the terminal draws them', async () => {
    const { screen } = await openScreen([], { columns: 40, rows: 12 });
    // This terminal draws each of the three, in six cells.
    screen.type('👩‍👩‍👧'.repeat(14), 'X');
    await screen.shows('X');
    const rows = (await screen.window()).filter((row) => row.includes('👩'));
    expect(rows).toEqual([`> ${'👩‍👩‍👧'.repeat(6)}`, `  ${'👩‍👩‍👧'.repeat(6)}`, `  ${'👩‍👩‍👧'.repeat(2)}X`]);
    expect((await screen.cursor()).column).toBe(2 + 12 + 1);
  });

  it('an input method commits whole strings', async () => {
    const { screen, server } = await openScreen([ANSWER]);
    screen.type('韓国', '日本語で', '👍', KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain('韓国日本語で👍');
  });
});

describe('history', () => {
  it('goes back with up to what begins as the draft does, and keeps the draft', async () => {
    const { screen } = await openScreen([ANSWER, ANSWER, ANSWER], { rows: 40 });
    for (const [index, prompt] of ['see first', 'see second', 'other'].entries()) {
      screen.type(prompt, KEYS.enter);
      await screen.shows(new RegExp(`(> (see|other).*[^]*Understood\\.[^]*){${index + 1}}`));
      await screen.showsNoMore('esc to stop');
    }
    screen.type(KEYS.up);
    await screen.shows(/> other\nMode/);
    screen.type(KEYS.down, 'see', KEYS.up, KEYS.up);
    await screen.shows(/> see first\nMode/);
    screen.type(KEYS.down);
    await screen.shows(/> see second\nMode/);
    screen.type(KEYS.down);
    await screen.shows(/> see\nMode/);
  });

  it('has also what was sent last before the user left', async () => {
    const { screen, home } = await openScreen([]);
    screen.type('/todos', KEYS.enter);
    await screen.shows('The task list is empty.');
    screen.type(`/nothing${KEYS.enter}${KEYS.ctrl('d')}`);
    expect(await screen.exited).toBe(0);
    const [project = ''] = await readdir(join(home, 'projects'));
    expect(await readFile(join(home, 'projects', project, 'prompts'), 'utf8')).toBe('"/todos"\n"/nothing"\n');
  });

  it('is that of the project, of all processes, and can be searched', async () => {
    const sandbox = await openScreen([ANSWER, ANSWER]);
    sandbox.screen.type('find the needle', KEYS.enter);
    await sandbox.screen.shows('Understood.');
    sandbox.screen.type('something else', KEYS.enter);
    await sandbox.screen.shows(/something else[^]*Understood\./);
    sandbox.screen.type('/exit', KEYS.enter);
    expect(await sandbox.screen.exited).toBe(0);
    const second = showHelve(sandbox);
    await second.shows('Context');
    second.type('kept', KEYS.ctrl('r'), 'need');
    await second.shows('(search) need  find the needle');
    second.type(KEYS.escape);
    await second.shows(/> kept\nMode/);
    second.type(KEYS.ctrl('r'), 'e', KEYS.ctrl('r'), KEYS.ctrl('r'));
    await second.shows('find the needle');
    second.type(KEYS.enter);
    await second.shows(/> find the needle\nMode/);
    second.type(KEYS.ctrl('r'), KEYS.paste('something'));
    await second.shows('(search) something  something else');
    second.type(KEYS.ctrl('u'), '👩‍👩‍👧', KEYS.backspace, 'needl');
    await second.shows('(search) needl  find the needle');
  });
});

describe('a paste', () => {
  it('is folded where it is long, and sent whole', async () => {
    const { screen, server } = await openScreen([ANSWER]);
    const long = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
    screen.type('See: ', KEYS.paste(long), ' and tell');
    await screen.shows('> See: [Pasted text #1 +30 lines] and tell');
    screen.type(KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain(`See: ${long} and tell`);
  });

  it('of 5,000 lines is sent whole, and only its beginning is in the scrollback', async () => {
    const { screen, server } = await openScreen([ANSWER]);
    const long = Array.from({ length: 5000 }, (_, index) => `line ${index} 한글\n`).join('');
    screen.type(KEYS.paste(long));
    await screen.shows('> [Pasted text #1 +5000 lines]');
    screen.type(KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain('line 4999 한글');
    const rows = await screen.everything();
    expect(rows.filter((row) => /line \d+ /.test(row))).toHaveLength(20);
    expect(rows).toContain('  ... and 4980 more lines');
  });

  it('that was folded comes back from the history so, and is sent whole again', async () => {
    const { screen, server } = await openScreen([ANSWER, ANSWER]);
    const long = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
    screen.type('See: ', KEYS.paste(long), ' and tell', KEYS.enter);
    await screen.shows('Understood.');
    await screen.showsNoMore('esc to stop');
    screen.type(KEYS.up);
    await screen.shows('> See: [Pasted text #1 +30 lines] and tell');
    screen.type(KEYS.backspace, KEYS.enter);
    await screen.shows(/line 29 and tel\n[^]*Understood\./);
    expect((await asked(server, 1)).text).toContain(`See: ${long} and tel`);
  });

  it('that is folded is words, whatever it begins with', async () => {
    const { screen, server } = await openScreen([ANSWER]);
    screen.type(KEYS.paste('!touch done\n'.repeat(30)), KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain('!touch done\n!touch done');
  });

  it('is words also when it comes back in another process', async () => {
    const { screen, dir, env, server } = await openScreen([ANSWER, ANSWER]);
    screen.type(KEYS.paste('!touch done\n'.repeat(12)), KEYS.enter);
    await screen.shows('Understood.');
    screen.type('/exit', KEYS.enter);
    await screen.exited;
    const again = showHelve({ dir, env });
    await again.shows('Context');
    again.type(KEYS.up);
    await again.shows('!touch done');
    again.type(KEYS.enter);
    await again.shows('Understood.');
    expect((await asked(server, 1)).text).toContain('!touch done\n!touch done');
    expect(await readdir(dir)).not.toContain('done');
  });

  it('that waits to be sent comes back folded', async () => {
    let end = () => {};
    const hold = new Promise<void>((resolve) => (end = resolve));
    const { screen } = await openScreen([{ text: ['One ', 'moment.'], hold }]);
    screen.type('Begin', KEYS.enter);
    await screen.shows('One');
    screen.type(KEYS.paste('a line\n'.repeat(30)), ' end', KEYS.ctrl('q'));
    await screen.shows('↳ after this turn: a line');
    screen.type('\x1b[1;3A');
    await screen.shows('> [Pasted text #1 +30 lines] end');
    end();
  });

  it('is one line where it is short, its newline does not send it, and it may come in pieces', async () => {
    const { screen, server } = await openScreen([ANSWER]);
    screen.type('\x1b[200~one\r\ntw', 'o\x1b[20', '1~');
    await screen.shows(/> one\n {2}two/);
    screen.type(KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain('one\ntwo');
  });

  it('loses colours and what else is not to be seen', async () => {
    expect(await sent(KEYS.paste('a\tb\0c \x1b[1;31mred\x1b[0m\x07 \x1b]0;title\x07end'))).toContain('a\tbc red end');
  });

  it('cannot turn the row around in which it is shown', async () => {
    const { screen } = await openScreen([]);
    screen.type(KEYS.paste('one \u202eowt\u202c three'));
    await screen.shows('> one owt three');
    expect(screen.written()).not.toContain('\u202e');
  });

  it('is one step of undo', async () => {
    expect(await sent('a', KEYS.paste('one two three'), '\x1f', 'b')).toContain('ab');
  });
});

it('the external editor gets what is typed and gives back what is written', async () => {
  const { screen, server, dir } = await openScreen([ANSWER], { env: { VISUAL: '', EDITOR: './edit --flag' } });
  await writeFile(
    join(dir, 'edit'),
    '#!/bin/sh\n[ "$1" = --flag ] && cat "$2" > seen && printf "%s" "from the editor" > "$2"\n',
    {
      mode: 0o755,
    },
  );
  screen.type('typed', KEYS.ctrl('g'));
  await screen.shows('> from the editor');
  screen.type(KEYS.enter);
  await screen.shows('Understood.');
  expect((await asked(server, 0)).text).toContain('from the editor');
});

it('the external editor can be used also where the folder of the project is gone', async () => {
  const { screen, dir } = await openScreen([], { env: { VISUAL: '', EDITOR: 'w() { printf written > "$1"; }; w' } });
  await rm(dir, { recursive: true });
  screen.type('typed', KEYS.ctrl('g'));
  await screen.shows('> written');
});

it('an editor that is not there is told of, and what is typed stays', async () => {
  const { screen } = await openScreen([], { env: { VISUAL: 'no-such-editor --wait', EDITOR: '' } });
  screen.type('typed words', KEYS.ctrl('g'));
  await screen.shows(/The editor no-such-editor --wait was not found\nSet VISUAL or EDITOR/);
  await screen.shows('> typed words');
});

it('what is written is there again after alt+p, whether a model was chosen or not', async () => {
  const { screen } = await openScreen([]);
  screen.type('a careful draft');
  await screen.shows('> a careful draft');
  screen.type('\x1bp');
  await screen.shows(/> \/model \n❯/);
  screen.type(KEYS.ctrl('c'));
  await screen.shows('> a careful draft');
  screen.type('\x1bp');
  await screen.shows(/> \/model \n❯/);
  screen.type(KEYS.enter);
  await screen.shows('Change model to');
  screen.type('n');
  await screen.shows('> a careful draft');
});

it('of a message of many rows those around the caret are seen, with signs for the others', async () => {
  const { screen } = await openScreen([]);
  const lines = Array.from({ length: 20 }, (_, index) => `row ${String(index).padStart(2, '0')}`);
  screen.type(lines.join(KEYS.ctrl('j')));
  await screen.shows(/↑ row 10\n[^]* {2}row 19\nMode/);
  screen.type(KEYS.up.repeat(8));
  await screen.shows(/↑ row 06\n {2}row 07\n[^]* {2}row 14\n↓ row 15\nMode/);
  screen.type(KEYS.up.repeat(20));
  await screen.shows(/> row 00\n[^]*↓ row 09\nMode/);
});

describe('keys of the settings', () => {
  it('search on where they began to search', async () => {
    const { screen } = await openScreen([ANSWER, ANSWER], { settings: { keybindings: { 'ctrl+g': 'searchHistory' } } });
    for (const said of ['look one', 'look two']) {
      screen.type(said, KEYS.enter);
      await screen.shows(new RegExp(`> ${said}\\n[^]*Understood\\.[^]*\\n> `));
      await screen.showsNoMore('esc to stop');
    }
    screen.type(KEYS.ctrl('g'), 'look');
    await screen.shows(/\(search\) look {2}look two\n {2}ctrl\+g older/);
    screen.type(KEYS.ctrl('g'));
    await screen.shows('(search) look  look one');
  });

  it('do what they are bound to, and no more what they did', async () => {
    const keybindings = { 'ctrl+t': 'deleteToLineStart', 'ctrl+x h': 'help', 'ctrl+u': 'none' };
    const { screen } = await openScreen([], { settings: { keybindings } });
    screen.type('one', KEYS.ctrl('u'), KEYS.ctrl('t'), 'two');
    await screen.shows(/> two\nMode/);
    screen.type(KEYS.ctrl('x'), 'h');
    await screen.shows('Your text goes to the model');
  });

  it.each([
    [{ 'ctrl+t': 'deleteEverything' }, 'there is no action "deleteEverything"'],
    [{ 'ctl+t': 'undo' }, 'ctl+t'],
    [{ a: 'undo' }, 'a types itself'],
  ])('%j are refused with the file and the line', async (keybindings, problem) => {
    const { home, helve } = await openScreen([]);
    await writeFile(join(home, 'settings.json'), JSON.stringify({ keybindings }, undefined, 2));
    const screen = showHelve({ dir: home, env: { ...process.env, HELVE_HOME: home } }, { columns: 200 });
    await screen.shows(problem);
    await screen.shows(/settings\.json:3/);
    if (problem.includes('no action')) await screen.shows(/Actions: submit, newline, [^]*, help, none\./);
    expect(await screen.exited).toBe(2);
    expect((await helve(['config', 'check'])).code).not.toBe(0);
  });
});
