import { afterEach, describe, expect, it } from 'vitest';
import { readText, useBrowser, useHome } from '../kit/browser.ts';
import { usePages } from '../kit/pages.ts';
import { COUNTER, NEXT } from './pages.ts';

const home = useBrowser();
const other = useHome();
let release: (() => void)[] = [];
let answers = 0;
const pages = usePages({
  '/': COUNTER,
  '/next': NEXT,
  '/hang': '<!doctype html><title>Hang</title><button onclick="for (;;);">Hang</button>',
  '/restless':
    '<!doctype html><title>Restless</title><p>Here</p><script>setTimeout(() => location.reload(), 30)</script>',
  '/large': `<!doctype html><title>Large</title><pre>${`${'0123456789'.repeat(10)}\n`.repeat(100_000)}`,
  // Answers when it is told to.
  '/late': (_, response) => void release.push(() => response.end('It came')),
  '/asks': `<!doctype html><title>Asks</title><output id="n">0</output><button onclick="n.textContent = 'Asking';
    fetch('/late').then((answer) => answer.text()).then((text) => { n.textContent = text; })">Ask</button>`,
  // Nothing goes on in it until it is answered, so that no click is over before.
  '/holds': `<!doctype html><title>Holds</title><button onclick="const asked = new XMLHttpRequest();
    asked.open('GET', '/late', false); asked.send()">Ask</button>`,
  '/asks-quietly': `<!doctype html><title>Asks</title><button onclick="fetch('/late')">Ask</button>`,
  '/answers': `<!doctype html><title>Answers</title><output id="n">0</output><button onclick="n.textContent = 'Asking';
    fetch('/answer').then((answer) => answer.text()).then((text) => { n.textContent = text; })">Ask</button>`,
  '/answer': (_, response) => void response.end(`Answer ${++answers}`),
  '/popups': '<!doctype html><title>Opener</title><a href="/next" target="_blank">Tab</a>',
});

afterEach(async () => {
  release = [];
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

interface Tabs {
  readonly tabs: readonly { readonly tab: string; readonly url: string }[];
}

/** The page at an address, as a person has it before them. */
async function pageAt(path: string) {
  const { cdp } = home.browser;
  const target = (await cdp.targets()).find(({ type, url }) => type === 'page' && url === `${pages.origin}${path}`);
  return cdp.attach(target?.targetId ?? '');
}

describe('a page', () => {
  it('that hangs costs its own commands their time, and no other', async () => {
    const { session } = await home.open(`${pages.origin}/hang`);
    const good = await home.open(`${pages.origin}/next`);
    const hanging = home.failure('click', { session, selector: 'button' }, { timeout: 2_000 });
    expect(await readText(home, good.session)).toBe('The next page');
    expect(await hanging).toMatchObject({ code: 'TIMEOUT' });
    // Neither does one that can no longer be drawn.
    const pictures = [session, good.session].map((each) =>
      home.envelope('screenshot', { session: each, inline: true }, { timeout: each === session ? 1_000 : 20_000 }),
    );
    expect(await pictures[1]).toMatchObject({ ok: true });
    await pictures[0];
    expect(await home.data('tab close', { session })).toEqual({ tab: 't1', closed: true });
  });

  it('that loads itself again and again is read all the same', async () => {
    const { session } = await home.open(`${pages.origin}/restless`);
    for (let round = 0; round < 20; round++) {
      expect(await readText(home, session)).toBe('Here');
      expect(await home.data('snapshot', { session })).toMatchObject({ tree: expect.stringContaining('Here') });
      expect(await home.data('outline', { session })).toMatchObject({ headings: [] });
    }
  });

  it('of ten megabytes is read, and the next command goes on', async () => {
    const { session } = await home.open(`${pages.origin}/large`);
    expect(await readText(home, session)).toMatch(/^0123456789/);
    expect(await home.data('navigate', { session, url: `${pages.origin}/next` })).toMatchObject({ title: 'Next' });
  });

  it('that asked its server for something has it when a click is over', async () => {
    const { session } = await home.open(`${pages.origin}/answers`);
    const quiet: [expected: string, said: string][] = [];
    for (let clicks = 1; clicks <= 20; clicks++) {
      const { stable } = await home.data<{ stable: boolean }>('click', { session, selector: 'button' });
      const said = (await home.data<{ text: string }>('text', { session, selector: '#n' })).text;
      // It may take longer than a click waits; but when that says that all is quiet, the answer is there.
      if (stable) quiet.push([`Answer ${clicks}`, said]);
      else await home.data('wait', { session, strategy: 'text', target: `Answer ${clicks}` }, { timeout: 20_000 });
    }
    expect(quiet.length).toBeGreaterThan(0);
    expect(quiet.map(([, said]) => said)).toEqual(quiet.map(([expected]) => expected));
    // How it finds out is no server's business.
    expect(pages.requests.filter((request) => request.startsWith('HEAD'))).toEqual([]);
  });

  it.each(['/asks', '/asks-quietly'])('that waits for its server is not said to be stable: %s', async (path) => {
    const { session } = await home.open(`${pages.origin}${path}`);
    expect(await home.data('click', { session, selector: 'button' })).toMatchObject({ stable: false });
    for (const answer of release) answer();
  });

  it('that waits for its server is not said to be stable by a browser that hears of it late either', async () => {
    // As on a busy machine: what the worker is told of requests takes longer than its messages to and from the page, and
    // than it waits for it.
    await home.browser.inWorker(`(() => {
      const event = chrome.webRequest.onBeforeRequest;
      const add = event.addListener.bind(event);
      event.addListener = (listener, ...more) => add((details) => void setTimeout(listener, later, details), ...more);
    })()`);
    for (const later of [5_000, 150]) {
      await home.browser.inWorker(`(() => { later = ${later}; })()`);
      for (const path of ['/asks', '/asks-quietly']) {
        const { session } = await home.open(`${pages.origin}${path}`);
        expect(await home.data('click', { session, selector: 'button' })).toEqual({
          clicked: true,
          disappeared: false,
          stable: false,
        });
      }
    }
    for (const answer of release) answer();
    const { session } = await home.open(`${pages.origin}/`);
    await expect
      .poll(() => home.data<object>('click', { session, selector: '#more' }), { timeout: 50_000, interval: 1 })
      .toMatchObject({ stable: true });
    await home.browser.stopWorker();
  });

  it('opens others in the background, in its own session', async () => {
    const { session } = await home.open(`${pages.origin}/popups`);
    const before = await person();
    expect(before).toEqual(['about:blank']);
    await home.data('click', { session, selector: 'a' });
    await expect
      .poll(() => home.data<Tabs>('tab list', { session }), { timeout: 15_000 })
      .toMatchObject({
        tabs: [
          { tab: 't1', bound: true },
          { tab: 't2', url: `${pages.origin}/next` },
        ],
      });
    await home.data('session bind', { session, tab: 't2' });
    await expect.poll(() => readText(home, session), { timeout: 15_000 }).toBe('The next page');
    await expect.poll(person, { timeout: 15_000 }).toEqual(before);
    // Nor is it in front of the page that opened it.
    expect(await (await pageAt('/popups')).evaluate('document.visibilityState')).toBe('visible');
  });

  /** The windows that have the focus, and what is in front of them. */
  function person() {
    return home.browser.inWorker(
      `chrome.windows.getAll({ populate: true }).then((all) => all.flatMap(({ focused, tabs }) => focused ? tabs.find(({ active }) => active).url : []))`,
    );
  }
});

it('a tab that a person closes is known at once, also in the middle of a command', async () => {
  const { session } = await home.open(`${pages.origin}/asks`);
  const clicking = home.envelope('click', { session, selector: 'button' });
  await expect.poll(() => release.length, { interval: 5, timeout: 15_000 }).toBe(1);
  await (await pageAt('/asks')).close();
  await clicking;
  await expect.poll(() => home.data<Tabs>('tab list', { session }), { timeout: 15_000 }).toMatchObject({ tabs: [] });
  expect(await home.failure('text', { session })).toMatchObject({ code: 'TAB_NOT_FOUND' });
});

it('twenty sessions at once do not come in each other’s way', async () => {
  const counted = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const { session } = await home.open(`${pages.origin}/?${index}`);
      for (let click = 0; click <= index % 4; click++) await home.data('click', { session, selector: '#more' });
      const { text } = await home.data<{ text: string }>('text', { session, selector: '#n' });
      return [Number(text), (await home.data<Tabs>('tab list', { session })).tabs.map(({ url }) => url)];
    }),
  );
  expect(counted).toEqual(Array.from({ length: 20 }, (_, index) => [(index % 4) + 1, [`${pages.origin}/?${index}`]]));
});

it('sessions of one agent are not reached with a tab of another', async () => {
  const one = await home.open(`${pages.origin}/`);
  const two = await home.open(`${pages.origin}/next`);
  await home.data('tab open', { session: two.session, url: `${pages.origin}/` });
  expect(await home.failure('session bind', { session: one.session, tab: 't2' })).toMatchObject({
    code: 'TAB_NOT_IN_SESSION',
  });
});

describe('the extension is loaded anew', () => {
  it('and sessions, tabs and their window are still there', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    const behind = await home.open(`${pages.origin}/next`);
    await home.data('click', { session, selector: '#more' });
    await reload();
    expect(await home.data('click', { session, selector: '#more' })).toMatchObject({ clicked: true });
    expect(await readText(home, session)).toContain('2');
    for (const each of [session, behind.session]) {
      expect(await home.data('screenshot', { session: each })).toMatchObject({ shown: 'in-own-window' });
    }
  });

  it('in the middle of a command, which is not done twice', async () => {
    const { session } = await home.open(`${pages.origin}/holds`);
    const clicking = home.envelope('click', { session, selector: 'button' });
    await expect.poll(() => release.length, { interval: 5, timeout: 15_000 }).toBe(1);
    await reload();
    expect(await clicking).toMatchObject({ ok: false, error: { code: 'WS_DISCONNECTED', category: 'transport' } });
    for (const answer of release) answer();
    expect(await readText(home, session)).toContain('Ask');
    expect(release).toHaveLength(1);
  });

  async function reload(): Promise<void> {
    const before = await connectedAt();
    await home.browser.reloadExtension();
    await expect.poll(async () => ((await connectedAt()) ?? before) !== before, { timeout: 20_000 }).toBe(true);
  }

  async function connectedAt(): Promise<number | undefined> {
    const { wsClients } = await home.data<{ wsClients: readonly { connectedAt: number }[] }>('status');
    return wsClients[0]?.connectedAt;
  }
});

it('two homes have services and browsers of their own', async () => {
  await other.start('main');
  const here = await home.open(`${pages.origin}/`);
  const there = await other.open(`${pages.origin}/next`);
  expect(await readText(other, there.session)).toBe('The next page');
  expect(await other.failure('text', { session: here.session })).toMatchObject({ code: 'SESSION_NOT_FOUND' });
  await other.killService();
  expect(await readText(home, here.session)).toMatch(/^Counter/);
  expect(await readText(other, there.session)).toBe('The next page');
});
