import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { browserError } from '../errors.ts';
import { openRelay, type PlayedBrowser, until } from '../testing/relay.ts';
import { Relay } from './relay.ts';
import type { Session } from './sessions.ts';

interface DeedOptions {
  readonly action?: 'text' | 'click';
  readonly tabId?: number;
  readonly signal?: AbortSignal;
  readonly ms?: number;
}

/** Has something done in the session's browser; gives what came of it, and never throws. */
function perform(
  relay: Relay,
  session: Session,
  { action = 'text', tabId = 1, signal = new AbortController().signal, ms = 10_000 }: DeedOptions = {},
) {
  const id = randomUUID();
  const late = () => browserError('TIMEOUT', 'too late');
  const answered = relay.perform({
    id,
    action,
    params: { target: { selector: 'a' }, button: 'left', count: 1 },
    session,
    tabId,
    link: relay.linkFor(session, undefined),
    patience: { signal, deadline: Date.now() + ms, late },
    mayRead: async () => 'allow',
  });
  const done = answered.then(
    ({ data }) => ({ data }),
    (error: { code?: string }) => ({ code: error.code }),
  );
  return { id, answered, done };
}

function openSession(relay: Relay, { place, run }: PlayedBrowser, tabId = 1): Session {
  const session = relay.sessions.create(undefined, 1);
  Object.assign(session, { instance: place.instance, run });
  session.bound = relay.sessions.addTab(session, { tabId, url: 'http://a/', title: 'A' }).tab;
  relay.sessions.save();
  return session;
}

describe('a request', () => {
  it('waits for those before it on the same tab, and not for those on another', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    browser.answer = () => undefined;
    const session = openSession(relay, browser);
    const [first, second, other] = [
      perform(relay, session),
      perform(relay, session),
      perform(relay, session, { tabId: 2 }),
    ];
    await until(() => browser.asked.length === 2);
    expect(browser.asked.map(({ id }) => id)).toEqual([first.id, other.id]);
    browser.respond(first.id, 1);
    expect(await first.done).toEqual({ data: 1 });
    await until(() => browser.asked.length === 3);
    browser.respond(second.id, 2);
    browser.respond(other.id, 3);
    expect([await second.done, await other.done]).toEqual([{ data: 2 }, { data: 3 }]);
  });

  it('that nobody waits for any more leaves the queue, and what runs is told', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    browser.answer = () => undefined;
    const session = openSession(relay, browser);
    const cancel = new AbortController();
    const first = perform(relay, session, { signal: cancel.signal });
    const second = perform(relay, session, { ms: 50 });
    const third = perform(relay, session);
    await until(() => browser.asked.length === 1);
    expect(await second.done).toEqual({ code: 'TIMEOUT' });
    cancel.abort(browserError('CANCELLED', 'gone'));
    expect(await first.done).toEqual({ code: 'CANCELLED' });
    await until(() => browser.asked.length === 2);
    expect(browser.asked.map(({ id }) => id)).toEqual([first.id, third.id]);
    await until(() => browser.cancelled.length === 1);
    expect(browser.cancelled).toEqual([first.id]);
    browser.respond(third.id, 3);
    expect(await third.done).toEqual({ data: 3 });
  });

  it('that the extension finds to be too late is told of as if it had said nothing', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    const error = { code: 'TIMEOUT', message: 'The page did not finish loading in time' } as const;
    browser.answer = ({ id }) => browser.say({ type: 'response', response: { id, replay: false, ok: false, error } });
    const { answered } = perform(relay, openSession(relay, browser));
    await expect(answered).rejects.toMatchObject({ code: 'TIMEOUT', message: 'too late' });
  });

  it('ends when its browser breaks off and does not come back, long before its time', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    browser.answer = () => undefined;
    const session = openSession(relay, browser);
    const asking = perform(relay, session, { ms: 600_000 });
    await until(() => browser.asked.length === 1);
    await browser.drop();
    expect(await asking.done).toEqual({ code: 'WS_DISCONNECTED' });
    expect(await perform(relay, session, { ms: 600_000 }).done).toEqual({ code: 'NO_EXTENSION' });
  });

  it('that was not answered when the connection broke is sent again on the next, with the same id', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    browser.answer = () => undefined;
    const asking = perform(relay, openSession(relay, browser), { action: 'click' });
    await until(() => browser.asked.length === 1);
    browser.tabs = [{ tabId: 1, url: 'http://a/', title: 'A' }];
    await browser.drop();
    await browser.connect();
    await until(() => browser.asked.length === 2);
    expect(browser.asked[1]).toEqual(browser.asked[0]);
    expect(browser.asked[0]).toMatchObject({ id: asking.id, destructive: true, target: { tabId: 1 } });
    browser.respond(asking.id, 'done');
    expect(await asking.done).toEqual({ data: 'done' });
  });

  it('is refused when a hundred wait already', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    browser.answer = () => undefined;
    const session = openSession(relay, browser);
    const waiting = Array.from({ length: 100 }, (_, tabId) => perform(relay, session, { tabId }));
    await until(() => browser.asked.length === 100);
    expect(await perform(relay, session, { tabId: 100 }).done).toEqual({ code: 'OVERLOADED' });
    for (const { id } of waiting) browser.respond(id, 0);
    await Promise.all(waiting.map(({ done }) => done));
    expect(relay.history.last(200).filter(({ ok }) => ok)).toHaveLength(100);
  });

  it('waits for a browser that was there a moment ago', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    const session = openSession(relay, browser);
    browser.tabs = [{ tabId: 1, url: 'http://a/', title: 'A' }];
    await browser.drop();
    const asking = perform(relay, session);
    await browser.connect();
    expect(await asking.done).toEqual({ data: {} });
  });

  it('of a session that waits for a person is refused until that is over', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    const session = openSession(relay, browser);
    session.paused = 'a captcha';
    expect(await perform(relay, session).done).toEqual({ code: 'HUMAN_REQUIRED' });
    delete session.paused;
    expect(await perform(relay, session).done).toEqual({ data: {} });
    expect(browser.asked).toHaveLength(1);
  });

  it('of a session with a pace does not come sooner than that after the one before', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    const session = openSession(relay, browser);
    session.pacing = 'fast';
    // When it was asked for, for it may be long on its way.
    const first = Date.now();
    let last = 0;
    browser.answer = () => (last = Date.now());
    await perform(relay, session, { action: 'click' }).done;
    await perform(relay, session, { action: 'text' }).done;
    await perform(relay, session, { action: 'click' }).done;
    expect(last - first).toBeGreaterThanOrEqual(890);
    expect(await perform(relay, session, { action: 'click', ms: 100 }).done).toEqual({ code: 'TIMEOUT' });
  });
});

describe('several browsers', () => {
  it('each have their own sessions, and one must be named where none is given', async () => {
    const { relay, pair } = await openRelay();
    const one = await pair('one').connect();
    const two = await pair('two').connect();
    one.answer = () => 'one';
    two.answer = () => 'two';
    const [first, second] = [openSession(relay, one), openSession(relay, two)];
    expect(await perform(relay, first).done).toEqual({ data: 'one' });
    expect(await perform(relay, second).done).toEqual({ data: 'two' });
    expect(() => relay.linkFor(undefined, undefined)).toThrow(/Several browsers are connected: one, two/);
    expect(relay.linkFor(undefined, 'two').browser.name).toBe('two');
    expect(() => relay.linkFor(first, 'two')).toThrow(/are in the browser one/);
    expect(() => relay.linkFor(undefined, 'three')).toThrow(/No browser is paired under the name three/);
    const { instance: _, ...homeless } = openSession(relay, one);
    expect(() => relay.linkFor(homeless, undefined)).toThrow(/No browser is connected/);
    await two.drop();
    expect(relay.linkFor(undefined, undefined).browser.name).toBe('one');
  });
});

describe('tabs', () => {
  it('that are closed, renumbered or opened by others are known', async () => {
    const { relay, pair } = await openRelay();
    const browser = await pair('one').connect();
    const session = openSession(relay, browser);
    const names = () => session.tabs.map(({ tab, tabId, url }) => [tab, tabId, url]);
    browser.say({ type: 'event', event: { kind: 'opened', tabId: 5, openerTabId: 1, url: 'http://b/' } });
    browser.say({ type: 'event', event: { kind: 'opened', tabId: 6, openerTabId: 99, url: 'http://c/' } });
    browser.say({ type: 'event', event: { kind: 'replaced', tabId: 1, by: 11 } });
    browser.say({ type: 'event', event: { kind: 'navigated', tabId: 11, url: 'http://d/', title: 'D' } });
    await until(() => session.tabs[0]?.url === 'http://d/');
    expect(names()).toEqual([
      ['t1', 11, 'http://d/'],
      ['t2', 5, 'http://b/'],
    ]);
    browser.say({ type: 'event', event: { kind: 'closed', tabId: 11 } });
    await until(() => session.tabs.length === 1);
    expect(session.bound).toBeUndefined();
  });

  it('are still there for the next service, unless the browser was started anew', async () => {
    const { relay, home, pair } = await openRelay();
    const browser = await pair('one').connect();
    const session = openSession(relay, browser);
    const later = new Relay(home).sessions;
    later.reconcile(browser.place.instance, 'run-1', [{ tabId: 1, url: 'http://z/', title: 'Z' }]);
    expect(later.get(session.session)).toMatchObject({
      bound: 't1',
      tabs: [{ tab: 't1', tabId: 1, url: 'http://z/' }],
    });
    later.reconcile(browser.place.instance, 'run-2', [{ tabId: 1, url: 'http://z/', title: 'Z' }]);
    expect(later.get(session.session)).toMatchObject({ tabs: [] });
    expect(later.get(session.session).bound).toBeUndefined();
  });
});

it('a code is good for five minutes', async () => {
  const { relay } = await openRelay();
  const { code, expiresAt } = relay.pairing.issue(1_000);
  expect(expiresAt).toBe(301_000);
  expect(relay.pairing.claim(code, 'one', 301_000)).toBe('PAIRING_CODE_EXPIRED');
  const next = relay.pairing.issue(1_000, 'mine');
  expect(relay.pairing.claim(next.code, 'one', 300_999)).toMatchObject({ name: 'mine' });
});

it.each([
  [0, /chrome:\/\/extensions/],
  [2, /helve service restart/],
])('an extension of another version is not taken for one of ours, and commands say so: %i', async (version, hint) => {
  const { relay, pair } = await openRelay();
  const browser = pair('one');
  browser.protocolVersion = version;
  await browser.connect();
  expect(browser.closedWith).toBe(4406);
  expect(relay.links.filter(({ connected }) => connected)).toEqual([]);
  const late = () => new Error('late');
  const patience = { signal: new AbortController().signal, deadline: Date.now() + 60_000, late };
  await expect(relay.linkFor(undefined, undefined).ready(patience)).rejects.toMatchObject({
    code: 'NO_EXTENSION',
    hint: expect.stringMatching(hint),
    details: { extension: version, service: 1 },
  });
  browser.protocolVersion = 1;
  await browser.connect();
  await relay.linkFor(undefined, undefined).ready(patience);
});
