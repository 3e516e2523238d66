import { expect, it } from 'vitest';
import { readText, useBrowser } from '../kit/browser.ts';
import { usePages } from '../kit/pages.ts';
import { COUNTER, NEXT } from './pages.ts';

const home = useBrowser();
const pages = usePages({ '/': COUNTER, '/next': NEXT });

it('a service has two browsers, each with sessions of its own', async () => {
  const second = await home.start('second');
  expect(await home.failure('tab open', { url: `${pages.origin}/` })).toMatchObject({
    code: 'NO_EXTENSION',
    details: { browsers: ['main', 'second'] },
  });
  const one = await home.open(`${pages.origin}/`, 'main');
  const two = await home.open(`${pages.origin}/next`, 'second');
  expect(await Promise.all([readText(home, one.session), readText(home, two.session)])).toEqual([
    expect.stringMatching(/^Counter/),
    'The next page',
  ]);
  expect(await home.failure('tab open', { session: one.session, url: pages.origin, browser: 'second' })).toMatchObject({
    code: 'TAB_NOT_IN_SESSION',
  });
  await second.kill();
  expect(await readText(home, one.session)).toMatch(/^Counter/);
  expect(await home.failure('text', { session: two.session }, { timeout: 500 })).toMatchObject({
    category: 'transport',
  });
});
