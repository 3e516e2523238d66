import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEYS, openScreen } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };

const SMALL = { columns: 40, rows: 12 };
const USUAL = { columns: 80, rows: 24 };

/** The window after a prompt and then these lines, from a row on, without what differs from run to run. */
async function shownAfter(size: { columns: number; rows: number }, line: string, first: RegExp): Promise<string> {
  const { screen, dir } = await openScreen([ANSWER, ANSWER], {
    ...size,
    files: { 'AGENTS.md': 'Use tabs.\n', '.helve/agents/scout.md': '---\ndescription: Looks around\n---\nLook.\n' },
  });
  await mkdir(join(dir, 'sub'));
  await writeFile(join(dir, 'sub/file.txt'), '');
  screen.type('Tell me about apples', KEYS.enter);
  await screen.shows('Understood.');
  await screen.showsNoMore('esc to stop');
  if (line === '/resume') {
    screen.type('/clear', KEYS.enter);
    await screen.shows('A new conversation');
  }
  screen.type(line, KEYS.enter);
  await screen.shows(new RegExp(first.source, 'm'));
  const rows = await screen.window();
  return rows
    .slice(rows.findIndex((row) => first.test(row)))
    .map((row) => row.replaceAll(dir, '<dir>').replace(/\d[\w. ]* ago.*/, '<a while> ago'))
    .join('\n');
}

it('what is longer than the window is scrolled by its rows, to its end and back', async () => {
  const { screen } = await openScreen([], SMALL);
  screen.type('/help', KEYS.enter);
  await screen.shows(/^Help {2}1-7 of \d+$/m);
  screen.type(KEYS.down);
  await screen.shows(/^Help {2}2-8 of/m);
  screen.type(KEYS.end);
  await screen.shows(/^Help {2}\d+-(\d+) of \1\n[^]*Show keys and commands/m);
  screen.type(KEYS.up, KEYS.home);
  await screen.shows(/^Help {2}1-7 of/m);
  screen.type(' ');
  await screen.shows(/^Help {2}8-14 of/m);
});

describe('in a window of 80 x 24', () => {
  it('/help', async () =>
    expect(await shownAfter(USUAL, '/help', /^Help /)).toMatchInlineSnapshot(`
    "Help  1-19 of 89
    What you type goes to the model. Signs at the beginning of a line mean something
    else:
      /                        a command of this list
      !                        a shell command
      #                        a note that the model is told from now on
      @                        a file, anywhere in the line
      helve …                  a command of helve: helve fs list, helve help

    Commands
      /help                    Show commands and keys
      /clear                   Begin a new conversation
      /mode [mode]             Show or change what may be done without asking
      /model [model]           Select the model
      /language [ko|en|ja|zh]  Set the language of answers
      /compact [focus|undo]    Make room: go on from a summary; undo takes it back
      /cost                    Show what was spent, by model and day
      /context                 Show what fills the model’s window
      /permissions [list]      Show permission rules
      /plugin [subcommand]     Manage plugins
      ↑/↓ to scroll, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  $0.0003"
  `));
  it('/resume', async () =>
    expect(await shownAfter(USUAL, '/resume', /^Go on with/)).toMatchInlineSnapshot(`
    "Go on with
      Search: 
    ❯ Tell me about apples  <a while> ago
      enter to choose, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `));
  it('/rewind', async () =>
    expect(await shownAfter(USUAL, '/rewind', /^Back to before/)).toMatchInlineSnapshot(`
    "Back to before
      Search: 
    ❯ Tell me about apples
      enter to choose, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  $0.0003"
  `));
  it('/memory', async () =>
    expect(await shownAfter(USUAL, '/memory', /^Memory /)).toMatchInlineSnapshot(`
    "Memory  1-3 of 3
    <dir>/AGENTS.md
      Use tabs.

      ↑/↓ to scroll, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  $0.0003"
  `));
  it('/model', async () =>
    expect(await shownAfter(USUAL, '/model haiku', /^Change model/)).toMatchInlineSnapshot(`
    "Change model to Claude Haiku 4.5?
    ❯ Yes
      No
      enter to choose, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  $0.0003"
  `));
  it('a note', async () =>
    expect(await shownAfter(USUAL, '#use tabs', /^Remember/)).toMatchInlineSnapshot(`
    "Remember "use tabs"
    ❯ In this project  AGENTS.md of the project
      Everywhere  AGENTS.md of your home
      enter to choose, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  $0.0003"
  `));
});

describe('in a window of 40 x 12', () => {
  it('/help', async () =>
    expect(await shownAfter(SMALL, '/help', /^Help /)).toMatchInlineSnapshot(`
    "Help  1-7 of 184
    What you type goes to the model. Signs 
    at the beginning of a line mean 
    something else:
      /
        a command of this list
      !
        a shell command
      ↑/↓ to scroll, esc to leave
    Mode: default  |  Context: 0% (110/1M)"
  `));
  it('/resume', async () =>
    expect(await shownAfter(SMALL, '/resume', /^Go on with/)).toMatchInlineSnapshot(`
    "Go on with
      Search: 
    ❯ Tell me about apples  <a while> ago
      enter to choose, esc to leave
    Mode: default  |  Context: 0% (0/1M)"
  `));
  it('/rewind', async () =>
    expect(await shownAfter(SMALL, '/rewind', /^Back to before/)).toMatchInlineSnapshot(`
    "Back to before
      Search: 
    ❯ Tell me about apples
      enter to choose, esc to leave
    Mode: default  |  Context: 0% (110/1M)"
  `));
  it('/memory', async () =>
    expect(await shownAfter(SMALL, '/memory', /^Memory /)).toMatchInlineSnapshot(`
    "Memory  1-3 of 3
    <dir>/AGENTS.md
      Use tabs.

      ↑/↓ to scroll, esc to leave
    Mode: default  |  Context: 0% (110/1M)"
  `));
  it('/model', async () =>
    expect(await shownAfter(SMALL, '/model haiku', /^Change model/)).toMatchInlineSnapshot(`
    "Change model to Claude Haiku 4.5?
    ❯ Yes
      No
      enter to choose, esc to leave
    Mode: default  |  Context: 0% (110/1M)"
  `));
  it('a note', async () =>
    expect(await shownAfter(SMALL, '#use tabs', /^Remember/)).toMatchInlineSnapshot(`
    "Remember "use tabs"
    ❯ In this project  AGENTS.md of the pro…
      Everywhere  AGENTS.md of your home
      enter to choose, esc to leave
    Mode: default  |  Context: 0% (110/1M)"
  `));
});
