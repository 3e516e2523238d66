import type { Context } from '@helve/registry';
import { expect, it } from 'vitest';
import { openRelay } from '../testing/relay.ts';
import { wait } from './wait.ts';

it('gives up in time on a page that does not answer, which is no error', async () => {
  const { relay, pair } = await openRelay();
  const browser = await pair('one').connect();
  browser.answer = () => undefined;
  const session = relay.sessions.create(undefined, 1);
  Object.assign(session, { instance: browser.place.instance, run: browser.run });
  session.bound = relay.sessions.addTab(session, { tabId: 1, url: 'http://a/', title: 'A' }).tab;
  const context = {
    keep: () => relay,
    now: Date.now,
    deadline: Date.now() + 300,
    signal: new AbortController().signal,
    beside: () => {},
  } as unknown as Context;
  const waited = await wait({ session: session.session, strategy: 'selector', target: '#never' }, context);
  expect(waited).toEqual({ matched: false, elapsed: expect.any(Number) });
  expect(browser.asked).toMatchObject([{ action: 'wait' }]);
});
