import type { Context } from '@helve/command';
import { expect, it } from 'vitest';
import { openRelay } from '../testing/relay.ts';
import { wait } from './wait.ts';

it('waits as long as is said, also longer than commands usually take', async () => {
  const { relay, pair } = await openRelay();
  const browser = await pair('one').connect();
  browser.answer = () => ({ matched: true, elapsed: 1 });
  const session = relay.sessions.create(undefined, 1);
  Object.assign(session, { instance: browser.place.instance, run: browser.run });
  session.bound = relay.sessions.addTab(session, { tabId: 1, url: 'http://a/', title: 'A' }).tab;
  const began = Date.now();
  const { signal } = new AbortController();
  const context = { command: 'browser wait', keep: () => relay, now: () => began, signal, reach: {}, beside: () => {} };
  const asked = { session: session.session, strategy: 'selector', target: '#late' } as const;
  await wait({ ...asked, waitMs: 120_000 }, context as unknown as Context);
  const given = { deadline: began + 62_000, reach: { timeout: 61_990, fullTimeout: 60_000 } };
  await wait({ ...asked, waitMs: 120_000 }, { ...context, ...given } as unknown as Context);
  await wait(asked, context as unknown as Context);
  expect(
    browser.asked.map(({ params, deadline }) => [(params as { milliseconds: number }).milliseconds, deadline - began]),
  ).toEqual([
    [120_000, 120_400],
    [60_000, 61_900],
    [5_000, 29_900],
  ]);
});

it('gives up in time on a page that does not answer, which is no error', async () => {
  const { relay, pair } = await openRelay();
  const browser = await pair('one').connect();
  browser.answer = () => undefined;
  const session = relay.sessions.create(undefined, 1);
  Object.assign(session, { instance: browser.place.instance, run: browser.run });
  session.bound = relay.sessions.addTab(session, { tabId: 1, url: 'http://a/', title: 'A' }).tab;
  const context = {
    command: 'browser wait',
    keep: () => relay,
    now: Date.now,
    deadline: Date.now() + 300,
    signal: new AbortController().signal,
    reach: {},
    beside: () => {},
  } as unknown as Context;
  const waited = await wait({ session: session.session, strategy: 'selector', target: '#never' }, context);
  expect(waited).toEqual({ matched: false, elapsed: expect.any(Number) });
  expect(browser.asked).toMatchObject([{ action: 'wait' }]);
});
