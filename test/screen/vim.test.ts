import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KEYS, openScreen } from '../kit/screen.ts';

it('edits as in vim when the settings say so, and shows its mode', async () => {
  const { screen, server } = await openScreen([{ text: 'ok' }], { settings: { editorMode: 'vim' } });
  await screen.shows('-- INSERT --');
  screen.type('one two three', KEYS.escape);
  await screen.shows('-- NORMAL --');
  screen.type('0wdwAfour', KEYS.escape);
  await screen.shows(/> one threefour\n\s*-- NORMAL --/);
  expect(await screen.cursor()).toMatchObject({ column: '> one threefour'.length - 1 });
  screen.type(KEYS.enter);
  await screen.shows('ok');
  expect(JSON.stringify(server.requests[0]?.body)).toContain('one threefour');
});

it('commands are edited in normal mode too, with no list in the way', async () => {
  const { screen } = await openScreen([], { settings: { editorMode: 'vim' } });
  screen.type('/modell');
  await screen.shows('-- INSERT --');
  screen.type(KEYS.escape);
  await screen.shows('-- NORMAL --');
  screen.type('xx');
  await screen.shows(/> \/mode\n/);
  expect((await screen.window()).join('\n')).not.toContain('❯');
  screen.type('a');
  await screen.shows('❯ /mode');
});

it('begins and ends with /vim, which is remembered', async () => {
  const { screen, home } = await openScreen([]);
  screen.type('/vim', KEYS.enter);
  await screen.shows('-- INSERT --');
  expect(JSON.parse(await readFile(join(home, 'settings.json'), 'utf8'))).toMatchObject({ editorMode: 'vim' });
  screen.type('/vim', KEYS.enter);
  await screen.showsNoMore('-- INSERT --');
});
