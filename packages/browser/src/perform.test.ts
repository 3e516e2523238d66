import type { Context } from '@helve/command';
import { expect, it } from 'vitest';
import { pointerRun } from './perform.ts';
import { openRelay } from './testing/relay.ts';

it('a malformed answer of the extension is an error and no result', async () => {
  const { relay, pair } = await openRelay();
  const browser = await pair('one').connect();
  const session = relay.sessions.create(undefined, 1);
  Object.assign(session, { instance: browser.place.instance, run: browser.run });
  session.bound = relay.sessions.addTab(session, { tabId: 1, url: 'http://a/', title: 'A' }).tab;
  const { signal } = new AbortController();
  const context = { command: 'browser click', keep: () => relay, now: Date.now, signal, reach: {}, beside: () => {} };
  const click = () =>
    pointerRun('click')(
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

it('a missing session is reported before a missing element', async () => {
  const { relay } = await openRelay();
  const { session } = relay.sessions.create(undefined, 1);
  const { signal } = new AbortController();
  const context = {
    command: 'browser click',
    keep: () => relay,
    now: Date.now,
    signal,
    reach: {},
    beside: () => {},
  } as unknown as Context;
  const click = (input: { readonly session?: string; readonly element?: string; readonly selector?: string }) =>
    pointerRun('click')({ button: 'left', count: 1, ...input }, context);
  await expect(click({})).rejects.toMatchObject({ code: 'SESSION_REQUIRED' });
  await expect(click({ session: 'abc234' })).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  const unclear = { code: 'INVALID_INPUT', hint: expect.stringContaining('Give exactly one of --selector,') };
  await expect(click({ session })).rejects.toMatchObject(unclear);
  await expect(click({ session, element: ' ' })).rejects.toMatchObject(unclear);
  await expect(click({ session, element: 'el1', selector: 'a' })).rejects.toMatchObject(unclear);
});
