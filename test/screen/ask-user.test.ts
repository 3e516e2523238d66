import { expect, it } from 'vitest';
import { asked } from '../kit/asked.ts';
import { KEYS, openScreen } from '../kit/screen.ts';

const question = 'Two ways:\n1. Keep the API\n2. Break it\n\nWhich?';
const options = ['callers', 'tests'].map((end) => `${'Keep all that is there as it is today, '.repeat(3)}for ${end}`);

it('a question of several lines is shown as such, and of long answers the one that is selected in full', async () => {
  const { screen, server } = await openScreen([
    { calls: [{ name: 'AskUser', input: { question, options } }] },
    { text: 'Understood.' },
  ]);
  screen.type('Go', KEYS.enter);
  await screen.shows(/\nTwo ways:\n1\. Keep the API\n2\. Break it\n\nWhich\?\n❯ Keep all/);
  await screen.shows('for callers');
  screen.type(KEYS.down);
  await screen.shows('for tests');
  await screen.showsNoMore('for callers');
  screen.type(KEYS.enter);
  await screen.shows('Understood.');
  expect((await asked(server, 1)).text).toContain(options[1]);
});
