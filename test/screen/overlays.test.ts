import { expect, it } from 'vitest';
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
