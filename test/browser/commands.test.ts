import { describe, expect, it } from 'vitest';
import { readText, useBrowser } from '../kit/browser.ts';
import { serve, usePages } from '../kit/pages.ts';
import { COUNTER, NEXT } from './pages.ts';

const home = useBrowser();
const pages = usePages({
  '/': COUNTER,
  '/next': NEXT,
  '/popup': `<!doctype html><title>Opener</title><button onclick="window.open('/next')">Open</button>`,
  '/frame': `<!doctype html><title>Inner</title><output id="n">0</output><button onclick="n.textContent = 1">Inner</button>`,
  '/outer': (request, response) => {
    const other = `http://localhost:${request.headers.host?.split(':')[1]}`;
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><button>Outer</button><iframe src="${other}/frame"></iframe>`);
  },
  '/shadow': `<!doctype html><div id="host"></div><script>
      host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Inside</button>';
    </script>`,
});

describe('a page', () => {
  it('is opened, read and left, and each answer says what the page is now', async () => {
    const opened = await home.envelope('tab open', { url: `${pages.origin}/` });
    expect(opened).toEqual({
      protocol_version: 1,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ok: true,
      data: { session: expect.stringMatching(/^[a-z2-7]{6}$/), tab: 't1', bound: true, url: `${pages.origin}/` },
      page: { url: `${pages.origin}/`, title: 'Counter', state: 'ready', busy: false },
      replay: false,
    });
    const { session } = (opened as unknown as { data: { session: string } }).data;
    expect(await readText(home, session)).toBe('Counter\nMore 0 Next Never Name Your name');
    expect(await home.data('navigate', { session, url: `${pages.origin}/next` })).toEqual({
      url: `${pages.origin}/next`,
      title: 'Next',
      loadTime: expect.any(Number),
    });
    expect(await home.envelope('text', { session, selector: 'h1' })).toMatchObject({
      data: { text: 'The next page' },
      page: { title: 'Next' },
    });
    expect(await home.data('tab list', { session })).toEqual({
      session,
      tabs: [{ tab: 't1', url: `${pages.origin}/next`, title: 'Next', bound: true }],
    });
  });

  it('that cannot be loaded is an error', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    const dead = await serve({});
    await dead.close();
    const failed = { code: 'NAVIGATION_FAILED', category: 'execution' };
    for (let round = 0; round < 3; round++) {
      expect(await home.failure('navigate', { session, url: `${dead.origin}/${round}` })).toMatchObject(failed);
      expect(await home.failure('tab open', { url: dead.origin })).toMatchObject(failed);
    }
    // The address may change without the page.
    await home.data('navigate', { session, url: `${pages.origin}/` });
    expect(await home.data('navigate', { session, url: `${pages.origin}/#part` })).toMatchObject({
      url: `${pages.origin}/#part`,
    });
  });
});

describe('an element', () => {
  it('has a handle that stays its own, and is clicked by it', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    const { elements } = await home.data<{ elements: readonly { handle: string }[] }>('elements', { session });
    expect(elements).toMatchObject([
      { handle: 'el1', tag: 'button', selector: '#more', label: 'More', disabled: false },
      { handle: 'el2', tag: 'a', label: 'Next' },
      { handle: 'el3', tag: 'button', label: 'Never', disabled: true },
      { handle: 'el4', tag: 'input', label: 'Name', placeholder: 'Your name', required: true, value: '' },
    ]);
    expect(await home.data('elements', { session, form: true })).toEqual({ elements: [elements[3]] });
    expect(await home.data('click', { session, element: 'el1' })).toEqual({
      clicked: true,
      disappeared: false,
      // A busy machine may be too slow for it; robustness.test.ts waits for it.
      stable: expect.any(Boolean),
    });
    expect(await home.data('text', { session, selector: '#n' })).toEqual({ text: '1' });
    expect(await home.data('snapshot', { session, interactiveOnly: true })).toEqual({
      tree: 'button "More" [el1]\nlink "Next" [el2]\nbutton "Never" [el3 disabled]\ntextbox "Name" [el4 required]',
      nodeCount: 4,
    });
  });

  it('of a page that was left is stale, and its handle is never given to another', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await home.data('elements', { session });
    expect(await home.data('click', { session, element: 'el2' })).toMatchObject({ clicked: true, disappeared: true });
    await home.data('navigate', { session, url: `${pages.origin}/` });
    expect(await home.failure('click', { session, element: 'el1' })).toMatchObject({ code: 'ELEMENT_HANDLE_STALE' });
    expect(await home.data('elements', { session })).toMatchObject({ elements: [{ handle: 'el5' }, {}, {}, {}] });
    expect(await home.failure('click', { session, element: 'el99' })).toMatchObject({
      code: 'ELEMENT_HANDLE_NOT_FOUND',
      category: 'target',
      retry: 'never',
    });
  });

  it('of another tab of the session is told apart', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await home.data('elements', { session });
    await home.data('tab open', { session, url: `${pages.origin}/` });
    expect(await home.failure('click', { session, element: 'el1' })).toMatchObject({
      code: 'ELEMENT_HANDLE_SCOPE_MISMATCH',
    });
  });

  it.each([
    [{ selector: '#none' }, 'ELEMENT_NOT_FOUND'],
    [{ selector: 'button' }, 'SELECTOR_AMBIGUOUS'],
    [{ selector: '!' }, 'SCRIPT_ERROR'],
    [{ selector: '[disabled]' }, 'ELEMENT_NOT_ACTIONABLE'],
    [{ selector: 'p' }, 'ELEMENT_NOT_ACTIONABLE'],
    [{}, 'INVALID_INPUT'],
    [{ selector: 'a', element: 'el1' }, 'INVALID_INPUT'],
  ])('named by %j is %s', async (target, code) => {
    const { session } = await home.open(`${pages.origin}/`);
    expect(await home.failure('click', { session, ...target })).toMatchObject({ code });
  });

  it('in a frame of another site is found and clicked', async () => {
    const { session } = await home.open(`${pages.origin}/outer`);
    expect(await home.data('elements', { session })).toMatchObject({
      elements: [
        { handle: 'el1', label: 'Outer' },
        { handle: 'el2', label: 'Inner' },
      ],
    });
    expect(await home.envelope('click', { session, element: 'el2' })).toMatchObject({
      data: { clicked: true },
      page: { url: `${pages.origin}/outer` },
    });
    const target = (await home.browser.cdp.targets()).find(({ url }) => url === `${pages.otherOrigin}/frame`);
    const frame = await home.browser.cdp.attach(target?.targetId ?? '');
    expect(await frame.evaluate('n.textContent')).toBe('1');
  });

  it('in a closed shadow root is found, and reached by its route', async () => {
    const { session } = await home.open(`${pages.origin}/shadow`);
    const { elements } = await home.data<{ elements: readonly [{ route: unknown }] }>('elements', { session });
    expect(elements).toMatchObject([{ label: 'Inside', route: { hosts: [{ selector: '#host' }], target: 'button' } }]);
    expect(await home.data('click', { session, routeJson: elements[0].route })).toMatchObject({ clicked: true });
  });
});

describe('a session', () => {
  it('has tabs of its own, is bound to one of them, and takes them with it when it is closed', async () => {
    const { session } = await home.data<{ session: string }>('session create', { label: 'research' });
    expect(await home.failure('text', { session })).toMatchObject({ code: 'TAB_NOT_FOUND' });
    await home.data('tab open', { session, url: `${pages.origin}/?research` });
    await home.data('tab open', { session, url: `${pages.origin}/next?research` });
    expect(await home.data('session bind', { session, tab: 't1' })).toEqual({ session, tab: 't1' });
    expect(await readText(home, session)).toMatch(/^Counter/);
    expect(await home.failure('session bind', { session, tab: 't7' })).toMatchObject({ code: 'TAB_HANDLE_NOT_FOUND' });
    const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
    expect(sessions.find((each) => each.session === session)).toMatchObject({
      label: 'research',
      state: 'bound',
      tab: 't1',
      browser: 'main',
    });
    expect(await home.data('session unbind', { session })).toEqual({});
    expect(await home.failure('text', { session })).toMatchObject({ code: 'TAB_NOT_FOUND' });
    expect(await home.data('session close', { session })).toEqual({ session, closedTabs: ['t1', 't2'] });
    expect(await home.failure('text', { session })).toMatchObject({ code: 'SESSION_NOT_FOUND' });
    const urls = (await home.browser.cdp.targets()).map(({ url }) => url);
    expect(urls.filter((url) => url.endsWith('?research'))).toEqual([]);
  });

  it('pins and closes tabs', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    // As on a busy machine: it looks at the group of the tab when that was pinned and unpinned already.
    await home.browser.inWorker(`(() => {
      const { session } = chrome.storage;
      const get = session.get.bind(session);
      session.get = async (key) => { if (key === 'grouped') await new Promise((r) => setTimeout(r, 300)); return get(key); };
    })()`);
    expect(await home.data('tab pin', { session })).toEqual({ tab: 't1', pinned: true });
    expect(await home.data('tab unpin', { session, tab: 't1' })).toEqual({ tab: 't1', pinned: false });
    // It was the session's doing, and not a person's who takes it out of its group.
    const groups = `chrome.tabGroups.query({ title: 'helve ${session}' }).then(({ length }) => length)`;
    await expect.poll(() => home.browser.inWorker(groups)).toBe(1);
    await home.browser.stopWorker();
    expect(await home.data('tab close', { session })).toEqual({ tab: 't1', closed: true });
    expect(await home.data('tab list', { session })).toEqual({ session, tabs: [] });
  });

  it('knows at once when a person closes its tab, and takes in what its pages open', async () => {
    const { session } = await home.open(`${pages.origin}/popup`);
    const page = (await home.browser.cdp.targets()).find(({ url }) => url === `${pages.origin}/popup`);
    const opener = await home.browser.cdp.attach(page?.targetId ?? '');
    await home.browser.cdp.send('Target.activateTarget', { targetId: opener.targetId });
    await opener.click('button');
    await expect
      .poll(() => home.data<object>('tab list', { session }), { timeout: 15_000 })
      .toMatchObject({ tabs: [{ tab: 't1' }, { tab: 't2', url: `${pages.origin}/next`, bound: false }] });
    await opener.close();
    await expect
      .poll(() => home.data<object>('tab list', { session }), { timeout: 15_000 })
      .toMatchObject({ tabs: [{ tab: 't2' }] });
    expect(await home.failure('text', { session })).toMatchObject({ code: 'TAB_NOT_FOUND' });
  });

  it.each([
    [{}, 'SESSION_REQUIRED'],
    [{ session: 'Nope' }, 'INVALID_SESSION_ID'],
    [{ session: 'aaaaaa' }, 'SESSION_NOT_FOUND'],
  ])('that is %j is %s', async (input, code) => {
    expect(await home.failure('text', input)).toMatchObject({ code });
  });
});

it('tells what was done, without what was said', async () => {
  const { session } = await home.open(`${pages.origin}/`);
  const { id } = await home.envelope('text', { session });
  const failed = await home.envelope('click', { session, selector: '#none' });
  const { requests } = await home.data<{ requests: readonly object[] }>('debug last', { count: 2 });
  expect(requests).toMatchObject([
    { id, action: 'text', session, ok: true },
    { id: failed.id, action: 'click', session, ok: false, errorCode: 'ELEMENT_NOT_FOUND' },
  ]);
  const { entries } = await home.data<{ entries: readonly object[] }>('debug log', { session, id });
  expect(entries).toMatchObject([{ id, action: 'text', session, result: 'ok', replay: false }]);
  expect(await home.data('debug status')).toMatchObject({
    daemon: { protocolVersion: 1 },
    wsClients: [{ id: 'main', browser: expect.stringMatching(/^Chrome\//), pending: 0 }],
  });
});

it('a command that takes too long is over in time', async () => {
  const slow = await serve({ '/': () => {} });
  const { session } = await home.open(`${pages.origin}/`);
  const { id, ...answered } = await home.envelope('navigate', { session, url: slow.origin }, { timeout: 1_000 });
  expect(answered).toMatchObject({
    ok: false,
    error: { code: 'TIMEOUT', category: 'transport', message: 'The browser took longer than allowed' },
  });
  expect(await home.data('debug last', { count: 1 })).toMatchObject({ requests: [{ id, errorCode: 'TIMEOUT' }] });
  await slow.close();
});
