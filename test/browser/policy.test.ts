import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from '../kit/browser.ts';
import type { CdpPage } from '../kit/cdp.ts';
import { usePages } from '../kit/pages.ts';
import { COUNTER, NEXT } from './pages.ts';

const home = useBrowser();
const other = ({ headers }: { headers: { host?: string | undefined } }) =>
  `http://localhost:${headers.host?.split(':')[1]}`;
const pages = usePages({
  '/': COUNTER,
  '/next': NEXT,
  '/frame': `<!doctype html><button onclick="this.textContent = 'Pressed'">Inner</button>`,
  '/outer': (request, response) =>
    void response
      .setHeader('Content-Type', 'text/html')
      .end(
        `<!doctype html><title>Outer</title><button>Outer</button><iframe src="${other(request)}/frame"></iframe><iframe srcdoc="<button>Own</button>"></iframe>`,
      ),
  '/leads': (request, response) =>
    void response
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><title>Leads</title><a href="${other(request)}/next">Away</a>`),
  '/opens': `<!doctype html><title>Opens</title><button onclick="window.open('about:blank').document.write('<p>A secret of the opener')">Open</button>`,
  '/away': (request, response) => void response.writeHead(302, { Location: `${other(request)}/next` }).end(),
});

const settings = (browser: object) => writeFile(join(home.home, 'settings.json'), JSON.stringify({ browser }));

afterEach(async () => {
  await rm(join(home.home, 'settings.json'), { force: true });
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

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

describe('what the rules forbid', () => {
  it('does not reach the page, and the error says which rule', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await settings({ deny: ['act(http://127.0.0.1)'], allow: ['*'] });
    expect(await home.failure('click', { session, selector: '#more' })).toMatchObject({
      code: 'PERMISSION_DENIED',
      category: 'policy',
      retry: 'never',
      suggestedAction: expect.stringContaining('act(http://127.0.0.1) (browser.deny in '),
      details: { verdict: 'deny', rule: 'act(http://127.0.0.1)', kind: 'act', origin: pages.origin },
    });
    expect(await home.data('text', { session, selector: '#n' })).toEqual({ text: '0' });
    await settings({});
    expect(await home.data('click', { session, selector: '#more' })).toMatchObject({ clicked: true });
  });

  it('is not gone to, neither at once nor by a redirect, and not read after a page went there by itself', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await settings({ deny: ['*(localhost)'] });
    const denied = { code: 'PERMISSION_DENIED', details: { rule: '*(localhost)', origin: pages.otherOrigin } };
    const before = pages.requests.length;
    expect(await home.failure('navigate', { session, url: `${pages.otherOrigin}/` })).toMatchObject(denied);
    expect(await home.failure('tab open', { url: `${pages.otherOrigin}/` })).toMatchObject(denied);
    expect(pages.requests.length).toBe(before);
    expect(await home.failure('navigate', { session, url: `${pages.origin}/away` })).toMatchObject(denied);
    expect(await home.failure('text', { session })).toMatchObject(denied);
    // Closing is always possible, and so is going elsewhere.
    expect(await home.data('navigate', { session, url: `${pages.origin}/next` })).toMatchObject({ title: 'Next' });
    const target = (await home.browser.cdp.targets()).find(({ url }) => url === `${pages.origin}/next`);
    const page = await home.browser.cdp.attach(target?.targetId ?? '');
    await page.evaluate(`location.href = '${pages.otherOrigin}/next'`);
    await expect.poll(() => home.envelope('text', { session })).toMatchObject({ error: denied });
    await home.data('tab close', { session });
  });

  it('is left out where it is a frame of a page that may be read', async () => {
    const { session } = await home.open(`${pages.origin}/outer`);
    const all = await home.data<{ elements: readonly { handle: string; label: string }[] }>('elements', { session });
    expect(all.elements.map(({ label }) => label).sort()).toEqual(['Inner', 'Outer', 'Own']);
    const inner = all.elements.find(({ label }) => label === 'Inner')?.handle;
    await settings({ deny: ['read(localhost)', 'act(localhost)'] });
    const seen = await home.data<{ elements: readonly { label: string }[] }>('elements', { session });
    expect(seen.elements.map(({ label }) => label).sort()).toEqual(['Outer', 'Own']);
    expect(await home.failure('click', { session, element: inner })).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { rule: 'act(localhost)', origin: pages.otherOrigin },
    });
    const { entries } = await home.data<{ entries: readonly object[] }>('debug audit', { session });
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'judge', origin: pages.otherOrigin, verdict: 'deny', ok: false }),
      ]),
    );
  });

  it('is not told of either when a click leads there', async () => {
    const { session } = await home.open(`${pages.origin}/leads`);
    await settings({ deny: ['read(localhost)'] });
    const clicked = await home.envelope('click', { session, selector: 'a' });
    expect(clicked).toMatchObject({ ok: true, page: { url: pages.otherOrigin, title: '' } });
    expect(await home.failure('text', { session })).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('is judged by where a page is from, and not by its address', async () => {
    const { session } = await home.open(`${pages.otherOrigin}/opens`);
    const target = (await home.browser.cdp.targets()).find(({ url }) => url === `${pages.otherOrigin}/opens`);
    const page = await home.browser.cdp.attach(target?.targetId ?? '');
    await home.browser.cdp.send('Target.activateTarget', { targetId: page.targetId });
    await page.click('button');
    await expect.poll(() => home.data<object>('tab list', { session })).toMatchObject({ tabs: [{}, { tab: 't2' }] });
    await home.data('session bind', { session, tab: 't2' });
    expect(await home.data('text', { session })).toMatchObject({ text: 'A secret of the opener' });
    await settings({ deny: ['read(localhost)'] });
    expect(await home.envelope('text', { session })).toMatchObject({
      ok: false,
      error: { code: 'PERMISSION_DENIED', details: { origin: pages.otherOrigin } },
    });
  });

  it('is everything when the settings are broken', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await settings({ deny: ['destroy'] });
    expect(await home.failure('text', { session })).toMatchObject({ code: 'INVALID_SETTINGS' });
  });
});

describe('what the rules leave to the person', () => {
  const click = (session: string, timeout = 20_000) =>
    home.envelope('click', { session, selector: '#more' }, { timeout });

  it('is asked in the popup: once, for the site, or not at all', () =>
    withPopup(async (popup) => {
      const { session } = await home.data<{ session: string }>('session create', { label: 'Research' });
      await home.data('tab open', { session, url: `${pages.origin}/` });
      await settings({ ask: ['act'] });
      const answer = async (says: string) => {
        await expect
          .poll(() => textOf(popup, '.question'), { timeout: 10_000 })
          .toContain(`May it click and press keys at ${pages.origin}? (click)`);
        await expect.poll(() => popup.evaluate('chrome.action.getBadgeText({})')).toBe('?1');
        const index = ['Allow once', 'Allow for this site', 'Deny'].indexOf(says) + 1;
        expect(await textOf(popup, `.question button:nth-child(${index})`)).toBe(says);
        await popup.click(`.question button:nth-child(${index})`);
      };
      const first = click(session);
      await answer('Allow once');
      expect(await first).toMatchObject({ ok: true });
      const second = click(session);
      await answer('Deny');
      expect(await second).toMatchObject({
        error: { code: 'PERMISSION_DENIED', details: { verdict: 'ask', rule: 'act', answer: 'deny' } },
      });
      const third = click(session);
      // The question and its answer outlive the worker, however the two meet.
      await expect.poll(() => textOf(popup, '.question')).toContain('Research asks');
      await Promise.all([home.browser.stopWorker(), popup.click('.question button:nth-child(2)')]);
      expect(await third).toMatchObject({ ok: true });
      expect(await click(session)).toMatchObject({ ok: true });
      expect(await home.data('text', { session, selector: '#n' })).toEqual({ text: '3' });
      const { entries } = await home.data<{ entries: readonly { action: string; answer?: string }[] }>('debug audit', {
        session,
      });
      expect(entries.filter(({ action }) => action === 'click').map(({ answer }) => answer)).toEqual([
        'once',
        'deny',
        'site',
        'site',
      ]);
    }));

  it('is asked no more once the session or its tab is closed, and whoever waited is told at once', () =>
    withPopup(async (popup) => {
      await settings({ ask: ['act'] });
      const asked = async () => {
        const { session } = await home.open(`${pages.origin}/`);
        const clicking = click(session, 55_000);
        await expect.poll(() => textOf(popup, '.question'), { timeout: 15_000 }).toContain('asks');
        return { session, clicking };
      };
      const gone = async () => {
        await expect.poll(() => textOf(popup, '.question'), { timeout: 15_000 }).toBe('');
      };
      const closed = await asked();
      expect(await home.data('session close', { session: closed.session })).toMatchObject({ closedTabs: ['t1'] });
      expect(await closed.clicking).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
      await gone();
      const without = await asked();
      await home.data('tab close', { session: without.session });
      expect(await without.clicking).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } });
      await gone();
      const byPerson = await asked();
      const target = (await home.browser.cdp.targets()).find(({ url }) => url === `${pages.origin}/`);
      await home.browser.cdp.send('Target.closeTarget', { targetId: target?.targetId ?? '' });
      expect(await byPerson.clicking).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } });
      await gone();
    }));

  it('is refused when nobody answers, and the question is gone', () =>
    withPopup(async (popup) => {
      const { session } = await home.open(`${pages.origin}/`);
      await settings({ default: 'ask', allow: ['read'] });
      // Long enough for the popup to have shown it.
      const clicking = click(session, 6_000);
      await expect.poll(() => textOf(popup, '.question'), { interval: 20 }).toContain('asks');
      expect(await clicking).toMatchObject({
        error: { code: 'PERMISSION_DENIED', details: { verdict: 'ask', rule: 'default', answer: 'none' } },
      });
      await expect.poll(() => textOf(popup, '.question')).toBe('');
      expect(await home.data('text', { session, selector: '#n' })).toEqual({ text: '0' });
    }));
});

it('the audit log tells who did what where, and nothing of what is in a page', async () => {
  const { session } = await home.open(`${pages.origin}/?secret=in-the-address`);
  const { id } = await home.envelope('text', { session });
  await home.failure('click', { session, selector: '#none' });
  const { entries } = await home.data<{ entries: readonly object[] }>('debug audit', { session, limit: 2 });
  expect(entries).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      event: 'action',
      browser: 'main',
      id,
      session,
      action: 'text',
      kind: 'read',
      origin: pages.origin,
      ok: true,
      elapsedMs: expect.any(Number),
    },
    expect.objectContaining({ action: 'click', kind: 'act', ok: false, code: 'ELEMENT_NOT_FOUND' }),
  ]);
  const folder = join(home.home, 'browser');
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^audit-\d{4}-\d\d-\d\d-0001\.jsonl$/);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/secret|Counter|#none/);
});
