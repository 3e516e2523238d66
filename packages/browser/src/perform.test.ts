import type { Context } from '@helve/command';
import { expect, it } from 'vitest';
import { elementRun } from './perform.ts';
import { openRelay } from './testing/relay.ts';

it('a malformed answer of the extension is an error and no result', async () => {
  const { relay, pair } = await openRelay();
  const browser = await pair('one').connect();
  const session = relay.sessions.create(undefined, 1);
  Object.assign(session, { instance: browser.place.instance, run: browser.run });
  session.bound = relay.sessions.addTab(session, { tabId: 1, url: 'http://a/', title: 'A' }).tab;
  const { signal } = new AbortController();
  const context = { keep: () => relay, now: Date.now, signal, reach: {}, beside: () => {} };
  const click = () =>
    elementRun('click')(
      { session: session.session, element: 'Save', button: 'left', count: 1 },
      context as unknown as Context,
    );
  browser.answer = () => ({ clicked: true });
  await expect(click()).rejects.toMatchObject({
    code: 'SCRIPT_ERROR',
    message: expect.stringContaining('The answer to click is malformed'),
  });
  browser.answer = () => ({ clicked: true, disappeared: false, stable: true });
  expect(await click()).toEqual({ clicked: true, disappeared: false, stable: true });
  expect(browser.asked.map(({ params }) => params)).toEqual([
    { button: 'left', count: 1, target: { name: 'Save' } },
    { button: 'left', count: 1, target: { name: 'Save' } },
  ]);
});
