import { describe, expect, it } from 'vitest';
import { KEYS, openScreen } from '../kit/screen.ts';

it('what is longer than the window is scrolled by its rows, to its end and back', async () => {
  const { screen } = await openScreen([], { columns: 40, rows: 12 });
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
  // Nothing is left of what was shown before, also when it is left.
  expect((await screen.everything()).filter((row) => row.startsWith('Help'))).toHaveLength(1);
  screen.type('q');
  await screen.showsNoMore('to scroll');
  expect((await screen.everything()).filter((row) => row.startsWith('Help'))).toEqual([]);
});

describe('while something is asked', () => {
  const call = { calls: [{ name: 'Bash', input: { command: 'node made.js' } }] };

  it('keys of the settings choose, and the mode and what was cut can be had', async () => {
    const keybindings = { 'ctrl+x': 'choose', f2: 'next' };
    const { screen } = await openScreen([call, { text: 'Understood.' }], { settings: { keybindings } });
    screen.type('!seq 1 50', KEYS.enter);
    await screen.shows('30 more lines');
    screen.type('Make it', KEYS.enter);
    await screen.shows('❯ Allow  (y)');
    screen.type(KEYS.ctrl('o'));
    await screen.shows('seq 1 50)  1-');
    screen.type(KEYS.escape);
    await screen.shows('❯ Allow  (y)');
    screen.type(KEYS.shiftTab);
    await screen.shows('Mode: acceptEdits');
    screen.type('\x1bOQ');
    await screen.shows('❯ Allow in this conversation');
    screen.type(KEYS.ctrl('x'));
    await screen.shows('Understood.');
  });

  it('a paste is kept for the next message', async () => {
    const { screen } = await openScreen([call, { text: 'Understood.' }]);
    screen.type('Make it', KEYS.enter);
    await screen.shows('❯ Allow  (y)');
    screen.type(KEYS.paste('you see this'));
    await screen.shows('> you see this');
    screen.type(KEYS.tab, 'y');
    await screen.shows(/Understood\.[^]*> you see this/);
  });
});
