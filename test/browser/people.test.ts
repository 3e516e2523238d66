import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { readText, useBrowser } from '../kit/browser.ts';
import type { CdpPage } from '../kit/cdp.ts';
import { usePages } from '../kit/pages.ts';
import { COUNTER, NEXT } from './pages.ts';

const home = useBrowser();
let answerLate = () => {};
const pages = usePages({
  '/': COUNTER,
  '/next': NEXT,
  '/never': () => {},
  // Answers when it is told to.
  '/late': (_, response) => {
    answerLate = () => void response.setHeader('Content-Type', 'text/html').end('<title>Late</title>');
  },
  '/other': '<!doctype html><title>Other</title>',
  '/hostile': `<!doctype html><title>Hostile</title><h1>Hostile</h1><script>
    const log = []; addEventListener('click', (event) => log.push(event.composedPath().length), true);
    setInterval(() => { for (const element of document.querySelectorAll('html > div')) { element.remove(); window.removed = (window.removed ?? 0) + 1; } }, 60);
  </script><style>div, :popover-open { display: none !important; opacity: 0 !important; left: -9999px !important }</style>`,
  '/privacy': '<!doctype html><title>Privacy challenge policy</title><p>How we protect your privacy.</p>',
  '/moment': `<!doctype html><title>Just a moment...</title><h1>Verify you are human</h1><form id="challenge-form" style="height:80px"><input type="checkbox"></form>`,
  '/article': `<!doctype html><title>Just a moment: a history of the captcha</title><p>${'How people were asked whether they are human. '.repeat(60)}</p><div class="g-recaptcha" style="height:78px">box</div>`,
  '/signup': `<!doctype html><title>Sign up</title><form><input name="name"><input type="password"><div class="g-recaptcha" style="height:78px">box</div></form>`,
  '/login': `<!doctype html><title>Log in</title><form><input name="user"><input type="password"></form>`,
  '/private': (_, response) => void response.writeHead(302, { Location: '/login' }).end(),
});

afterEach(async () => {
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

async function openAs(label: string, path: string): Promise<string> {
  const { session } = await home.data<{ session: string }>('session create', { label });
  await home.data('tab open', { session, url: pages.origin + path });
  return session;
}

/** The page of a session's tab, to be used as a person would. */
async function pageAt(path: string): Promise<CdpPage> {
  const target = (await home.browser.cdp.targets()).find(({ url }) => url === pages.origin + path);
  return home.browser.cdp.attach(target?.targetId ?? '');
}

async function withPopup<Value>(use: (popup: CdpPage) => Promise<Value>): Promise<Value> {
  const popup = await home.browser.openPopup();
  try {
    return await use(popup);
  } finally {
    await popup.close();
  }
}

const textOf = (popup: CdpPage, selector: string) =>
  popup.evaluate<string>(`[...document.querySelectorAll('${selector}')].map((e) => e.innerText).join(' | ')`);

describe('the popup', () => {
  it('shows who has which tabs, and what they do there', () =>
    withPopup(async (popup) => {
      await expect.poll(() => textOf(popup, '#state')).toBe('Connected as main');
      expect(await textOf(popup, '#sessions')).toBe('No agent has a tab in this browser.');
      const session = await openAs('Research', '/');
      await home.data('tab open', { session, url: `${pages.origin}/other` });
      await expect.poll(() => textOf(popup, '.session h2, .tab')).toBe('Research | Counter | Other');
      await expect.poll(() => popup.evaluate('chrome.action.getBadgeText({})')).toBe('1');
      const going = home.data('navigate', { session, url: `${pages.origin}/late` });
      await expect.poll(() => textOf(popup, '.doing'), { interval: 20 }).toBe('navigate');
      answerLate();
      await going;
      await expect.poll(() => textOf(popup, '.doing')).toBe('idle');
    }));

  it('shows where a tab is, however long the page calls itself', () =>
    withPopup(async (popup) => {
      await openAs('Research', '/?long');
      await (await pageAt('/?long')).evaluate(`document.title = 'Your bank '.repeat(30)`);
      await expect.poll(() => textOf(popup, '.tab')).toContain('Your bank Your bank');
      // What is left of the line beside the title is the host.
      const [title, rest, host] = await popup.evaluate<[boolean, number, string]>(`(() => {
        const tab = document.querySelector('.tab');
        const span = tab.querySelector('span');
        return [span.scrollWidth > span.clientWidth, tab.clientWidth - span.offsetWidth, tab.dataset.host];
      })()`);
      expect([title, host]).toEqual([true, new URL(pages.origin).host]);
      expect(rest).toBeGreaterThan(90);
    }));

  it('stops everything at once, until the person lets it go on', () =>
    withPopup(async (popup) => {
      const session = await openAs('Research', '/other');
      const going = home.envelope('navigate', { session, url: `${pages.origin}/never` });
      const waiting = home.envelope('text', { session });
      await expect.poll(() => textOf(popup, '.doing'), { interval: 20 }).toBe('navigate');
      await popup.click('#stop');
      const stopped = {
        ok: false,
        error: { code: 'PERMISSION_DENIED', category: 'policy', retry: 'never', details: { rule: 'stop' } },
      };
      expect(await going).toMatchObject(stopped);
      expect(await waiting).toMatchObject(stopped);
      expect(await home.envelope('text', { session })).toMatchObject(stopped);
      await expect.poll(() => popup.evaluate('chrome.action.getBadgeText({})')).toBe('■');
      expect(await home.data('status')).toMatchObject({ browsers: [{ name: 'main', connected: true, stopped: true }] });
      // Whatever restarts, it stays so.
      await home.browser.stopWorker();
      await home.killService();
      await expect.poll(() => home.envelope('text', { session }), { timeout: 15_000 }).toMatchObject(stopped);
      await expect.poll(() => textOf(popup, '#stop')).toBe('Let agents continue');
      await popup.click('#stop');
      await expect.poll(() => home.envelope('text', { session })).toMatchObject({ ok: true });
      expect(
        (await home.data<{ entries: readonly { event: string }[] }>('debug audit')).entries.map(({ event }) => event),
      ).toEqual(expect.arrayContaining(['stop', 'resume']));
    }));

  it('holds what is long, in the light and in the dark, and can be used with the keyboard alone', () =>
    withPopup(async (popup) => {
      const long = 'A very long label without end '.repeat(8) + 'x'.repeat(300);
      const session = await openAs(long, '/');
      await home.envelope('require-human', { session, reason: 'y'.repeat(500) });
      await expect.poll(() => textOf(popup, '.needs p')).toMatch(/^y+$/);
      for (const value of ['light', 'dark']) {
        await popup.cdp.send(
          'Emulation.setEmulatedMedia',
          { features: [{ name: 'prefers-color-scheme', value }] },
          popup.sessionId,
        );
        expect(
          await popup.evaluate(
            'document.documentElement.scrollWidth <= innerWidth && document.body.offsetWidth <= 360',
          ),
        ).toBe(true);
        const [text, back] = await popup.evaluate<[string, string]>(
          '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]',
        );
        expect([brightness(text) > 128, brightness(back) > 128]).toEqual(
          value === 'light' ? [false, true] : [true, false],
        );
      }
      await popup.evaluate('document.activeElement?.blur()');
      const keys: string[] = [];
      for (let presses = 0; presses < 3; presses++) {
        await press(popup, 'Tab');
        keys.push(await popup.evaluate('document.activeElement.innerText'));
      }
      expect(keys).toEqual(['Stop all agents', 'Done', 'Counter']);
      await popup.evaluate(`document.querySelector('.needs button').focus()`);
      await press(popup, 'Enter');
      await expect.poll(() => home.envelope('text', { session })).toMatchObject({ ok: true });
    }));
});

function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (red * 299 + green * 587 + blue * 114) / 1000;
}

async function press(page: CdpPage, key: 'Tab' | 'Enter'): Promise<void> {
  const code = key === 'Tab' ? 9 : 13;
  const common = { key, code: key, windowsVirtualKeyCode: code, ...(key === 'Enter' ? { text: '\r' } : {}) };
  await page.cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...common }, page.sessionId);
  await page.cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common }, page.sessionId);
}

interface GroupView {
  readonly title: string;
  readonly color: string;
  readonly urls: readonly string[];
}

const groups = (popup: CdpPage) =>
  popup.evaluate<readonly GroupView[]>(`(async () => {
    const groups = await chrome.tabGroups.query({});
    return Promise.all(groups.map(async ({ id, title, color }) =>
      ({ title, color, urls: (await chrome.tabs.query({ groupId: id })).map(({ url }) => url) })));
  })()`);

const tabAt = (path: string) => `(await chrome.tabs.query({ url: '${pages.origin}${path}' }))[0].id`;

describe('the tabs of a session', () => {
  it('are in a group with its name, and belong to the person again when taken out of it', () =>
    withPopup(async (popup) => {
      const session = await openAs('Research', '/next');
      await home.data('tab open', { session, url: `${pages.origin}/` });
      const unnamed = await home.open(`${pages.origin}/other`);
      await expect
        .poll(() => groups(popup))
        .toEqual(
          expect.arrayContaining([
            { title: 'Research', color: expect.any(String), urls: [`${pages.origin}/next`, `${pages.origin}/`] },
            { title: `helve ${unnamed.session}`, color: expect.any(String), urls: [`${pages.origin}/other`] },
          ]),
        );
      await popup.evaluate(`(async () => chrome.tabs.ungroup(${tabAt('/')}))()`);
      await expect
        .poll(() => home.envelope('text', { session }))
        .toMatchObject({ ok: false, error: { code: 'TAB_TAKEN', details: { tab: 't2', why: 'taken' } } });
      expect(await home.data('tab list', { session })).toMatchObject({ tabs: [{ tab: 't1' }] });
      // What runs there ends with it.
      const going = home.envelope('navigate', { session: unnamed.session, url: `${pages.origin}/never` });
      await expect.poll(() => textOf(popup, '.doing'), { interval: 20 }).toContain('navigate');
      // The person closes what they have taken.
      await (await pageAt('/')).close();
      await popup.evaluate(`(async () => chrome.tabs.ungroup(${tabAt('/other')}))()`);
      expect(await going).toMatchObject({ ok: false, error: { code: 'TAB_TAKEN', details: { tab: 't1' } } });
    }));

  it('are taken also while the worker is not there, and pinning is no taking', () =>
    withPopup(async (popup) => {
      const session = await openAs('Research', '/?away');
      await home.data('tab open', { session, url: `${pages.origin}/next` });
      await expect.poll(() => groups(popup)).toMatchObject([{ urls: [{}, {}].map(() => expect.any(String)) }]);
      await home.data('tab pin', { session });
      await expect.poll(() => groups(popup)).toMatchObject([{ urls: [`${pages.origin}/?away`] }]);
      expect(await readText(home, session)).toBe('The next page');
      await home.data('tab unpin', { session });
      await expect
        .poll(() => groups(popup))
        .toMatchObject([{ urls: expect.arrayContaining([`${pages.origin}/next`]) }]);
      await Promise.all([
        home.browser.stopWorker(),
        popup.evaluate(`(async () => chrome.tabs.ungroup(${tabAt('/?away')}))()`),
      ]);
      await expect
        .poll(() => home.data<object>('tab list', { session }), { timeout: 15_000 })
        .toMatchObject({ tabs: [{ tab: 't2', bound: true }] });
    }));

  it('that a person closes are known by why they are gone', async () => {
    const session = await openAs('Research', '/');
    await (await pageAt('/')).close();
    await expect
      .poll(() => home.envelope('text', { session }))
      .toMatchObject({ ok: false, error: { code: 'TAB_NOT_FOUND', details: { tab: 't1', why: 'closed' } } });
  });
});

describe('a person is asked to help', () => {
  it('in the popup, and the agent hears when they are done and what changed', () =>
    withPopup(async (popup) => {
      const session = await openAs('Research', '/');
      expect(await home.failure('require-human', { session, reason: 'Please log in', forAttach: true })).toMatchObject({
        code: 'HUMAN_REQUIRED',
        category: 'policy',
        details: { reason: 'Please log in', forAttach: true, kind: 'attach', url: `${pages.origin}/` },
      });
      expect(await home.failure('text', { session })).toMatchObject({
        code: 'HUMAN_REQUIRED',
        details: { reason: 'Please log in' },
      });
      await expect.poll(() => textOf(popup, '.needs p, .doing')).toBe('waits for you | Please log in');
      await expect.poll(() => popup.evaluate('chrome.action.getBadgeText({})')).toBe('?1');
      expect(await home.data('wait-human', { session }, { timeout: 1_500 })).toMatchObject({
        done: false,
        changed: false,
      });
      const waiting = home.data('wait-human', { session });
      await (await pageAt('/')).evaluate(`location.href = '/next'`);
      await expect.poll(() => textOf(popup, '.tab')).toBe('Next');
      await popup.click('.needs button');
      expect(await waiting).toEqual({
        session,
        done: true,
        by: 'popup',
        reason: 'Please log in',
        waitedMs: expect.any(Number),
        changed: true,
        before: { url: `${pages.origin}/`, title: 'Counter' },
        now: { url: `${pages.origin}/next`, title: 'Next' },
      });
      expect(await readText(home, session)).toBe('The next page');
      // Who comes late hears the same.
      expect(await home.data('wait-human', { session })).toMatchObject({ done: true, by: 'popup', changed: true });
    }));

  it('in the page itself, which can neither hide the notice nor press its button', async () => {
    const session = await openAs('Research', '/hostile');
    const page = await pageAt('/hostile');
    await page.cdp.send('Target.activateTarget', { targetId: page.targetId });
    await home.envelope('require-human', { session, reason: 'Please solve the riddle' });
    // It is thrown away again and again, and comes back.
    await expect.poll(() => page.evaluate<number>('window.removed ?? 0')).toBeGreaterThan(2);
    const notice = `document.querySelector('html > div')`;
    const spot = await page.evaluate<{ x: number; y: number; shown: boolean }>(`(async () => {
      while (!${notice}) await new Promise((resolve) => setTimeout(resolve, 1));
      const box = ${notice}.getBoundingClientRect();
      const style = getComputedStyle(${notice});
      return { x: box.x, y: box.y, shown: style.display === 'block' && style.opacity === '1' && box.width > 200 && box.height > 50
        && box.right <= innerWidth && box.bottom <= innerHeight && document.elementFromPoint(box.x + 20, box.y + 20) === ${notice} };
    })()`);
    expect(spot.shown).toBe(true);
    expect(await page.evaluate(`${notice}?.shadowRoot ?? null`)).toBe(null);
    await page.evaluate(`document.elementFromPoint(${spot.x + 40}, ${spot.y + 70})?.click()`);
    expect(await home.data('wait-human', { session }, { timeout: 1_500 })).toMatchObject({ done: false });
    // The page that they go on to shows it too, and there it can be pressed.
    await page.evaluate(`location.href = '/next'`);
    await expect.poll(() => page.evaluate(`location.pathname === '/next' && ${notice} !== null`)).toBe(true);
    const button = await page.evaluate<{ x: number; y: number }>(
      `(() => { const box = ${notice}.getBoundingClientRect(); return { x: box.x + 45, y: box.bottom - 30 }; })()`,
    );
    for (const type of ['mousePressed', 'mouseReleased']) {
      await page.cdp.send(
        'Input.dispatchMouseEvent',
        { type, ...button, button: 'left', clickCount: 1 },
        page.sessionId,
      );
    }
    expect(await home.data('wait-human', { session })).toMatchObject({ done: true, by: 'page', changed: true });
    await expect.poll(() => page.evaluate(`${notice} === null`)).toBe(true);
    expect(await readText(home, session)).toBe('The next page');
  });

  it.each([
    ['/moment', 'captcha'],
    ['/private', 'login'],
  ])('when %s turns out to be a %s', async (path, kind) => {
    const session = await openAs('Research', '/');
    expect(await home.failure('navigate', { session, url: pages.origin + path })).toMatchObject({
      code: 'HUMAN_REQUIRED',
      details: { kind, session, tab: 't1' },
    });
    expect(await home.failure('text', { session })).toMatchObject({ code: 'HUMAN_REQUIRED' });
    await home.data('session resume', { session });
    expect(await home.data('text', { session })).toMatchObject({ text: expect.any(String) });
    const opened = await home.failure('tab open', { url: pages.origin + path });
    const { session: other } = opened.details as { session: string };
    expect(await home.data('tab list', { session: other })).toMatchObject({ tabs: [{ tab: 't1', bound: true }] });
  });

  it.each(['/privacy', '/article', '/signup', '/login'])('but not when a page only speaks of it: %s', async (path) => {
    const { session } = await home.open(pages.origin + path);
    expect(await home.data('navigate', { session, url: pages.origin + path })).toMatchObject({
      url: pages.origin + path,
    });
  });
});

describe('a tab of the person', () => {
  const tabAt = async (path: string) => {
    const page = await home.browser.cdp.open(pages.origin + path);
    onTestFinished(async () => {
      await home.browser.cdp.send('Target.closeTarget', { targetId: page.targetId }).catch(() => {});
    });
    return page;
  };
  const press = (popup: CdpPage, says: string) =>
    popup.evaluate(`[...document.querySelectorAll('#give button')].find((b) => b.textContent === '${says}').click()`);

  it('is handed to a session in the popup, which works in it and gives it back', () =>
    withPopup(async (popup) => {
      const { session } = await home.data<{ session: string }>('session create', { label: 'Helper' });
      const own = await tabAt('/other');
      await expect.poll(() => textOf(popup, '#give')).toContain('Helper');
      expect(await textOf(popup, '#give')).toContain('Other');
      await press(popup, 'Helper');
      await expect
        .poll(() => home.data<object>('tab list', { session }))
        .toMatchObject({ tabs: [{ tab: 't1', title: 'Other', bound: true }] });
      expect(await home.data('navigate', { session, url: `${pages.origin}/next` })).toMatchObject({ title: 'Next' });
      // A tab that belongs to an agent is not offered again.
      await expect.poll(() => textOf(popup, '#give')).toBe('');
      const { entries } = await home.data<{ entries: readonly object[] }>('debug audit', { session });
      expect(entries).toEqual(expect.arrayContaining([expect.objectContaining({ event: 'given', session })]));
      expect(await home.data('session close', { session })).toEqual({ session, closedTabs: [] });
      expect(await own.evaluate('document.title')).toBe('Next');
    }));

  it('starts a session of its own, and ends the wait of one that asked for it', () =>
    withPopup(async (popup) => {
      await tabAt('/other');
      await expect.poll(() => textOf(popup, '#give')).toContain('New session');
      await press(popup, 'New session');
      await expect
        .poll(() => home.data<object>('session list'))
        .toMatchObject({ sessions: [{ state: 'bound', tab: 't1' }] });
      const asking = await openAs('Asking', '/');
      await home.failure('require-human', { session: asking, reason: 'Hand me the tab', forAttach: true });
      const waiting = home.data<object>('wait-human', { session: asking }, { timeout: 30_000 });
      await tabAt('/next');
      await expect.poll(() => textOf(popup, '#give')).toContain('Asking');
      await press(popup, 'Asking');
      expect(await waiting).toMatchObject({ done: true, by: 'popup', now: { url: `${pages.origin}/next` } });
    }));
});
