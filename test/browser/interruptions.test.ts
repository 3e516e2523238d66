import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SERVICE_PORTS } from '../../packages/browser/src/protocol.ts';
import { readText, useBrowser } from '../kit/browser.ts';
import { usePages } from '../kit/pages.ts';
import { COUNTER, NEXT } from './pages.ts';

const home = useBrowser();
let release = () => {};
let answerStays = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});
const pages = usePages({
  // Answers when it is told to.
  '/late': (_, response) =>
    void released.then(() => response.setHeader('Content-Type', 'text/html').end('<title>Late</title>')),
  '/stays': (_, response) => {
    answerStays = () => void response.setHeader('Content-Type', 'text/html').end('<title>Stays</title>');
  },
  '/': COUNTER,
  '/next': NEXT,
  // Counts each press at once, and goes on changing for a while: the answer comes late.
  '/slow': `<!doctype html><title>Slow</title><output id="n">0</output><button onclick="
    n.textContent = Number(n.textContent) + 1;
    let left = 10; const add = () => { if (left--) { document.body.append(document.createElement('i')); setTimeout(add, 40); } }; add();
  ">Press</button>`,
});

/** Every request that came to an end, by id: twice in here is done twice. */
async function presses(session: string): Promise<number> {
  return Number((await home.data<{ text: string }>('text', { session, selector: '#n' })).text);
}

afterEach(async () => {
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

describe('the worker is ended', () => {
  it('between commands, and the next is answered all the same', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await home.data('elements', { session });
    await home.browser.stopWorker();
    expect(await readText(home, session)).toMatch(/^Counter/);
    // It still knows whose handle is whose.
    expect(await home.data('click', { session, element: 'el1' })).toMatchObject({ clicked: true });
    expect(await presses(session)).toBe(1);
  });

  it('again and again while commands are given without a pause, and none fails for it', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    let clicks = 0;
    for (let round = 0; round < 15; round++) {
      const reading = readText(home, session);
      const stopping = home.browser.stopWorker();
      expect(await reading).toMatch(/^Counter/);
      await stopping;
      const clicking = home.data('click', { session, selector: '#more' });
      await home.browser.stopWorker();
      expect(await clicking).toMatchObject({ clicked: true });
      expect(await presses(session)).toBe(++clicks);
    }
  });

  it('in the middle of a command, which is neither lost nor done twice', async () => {
    const { session } = await home.open(`${pages.origin}/slow`);
    for (let round = 1; round <= 5; round++) {
      const clicking = home.envelope('click', { session, selector: 'button' });
      await expect.poll(() => countIn(session), { interval: 5, timeout: 15_000 }).toBe(round);
      await home.browser.stopWorker();
      expect(await clicking).toMatchObject({ ok: true, data: { clicked: true } });
      expect(await presses(session)).toBe(round);
    }
  });

  it('and takes a question of the page with it, to which there will be no answer', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    // It neither answers nor lets go, as one may that is being ended.
    await home.browser.inWorker(`(() => {
      chrome.webRequest.onBeforeRequest.addListener = () => {};
      const wait = setTimeout;
      globalThis.setTimeout = (call, ms, ...more) => ms === 500 ? 0 : wait(call, ms, ...more);
    })()`);
    const clicking = home.envelope('click', { session, selector: '#more' });
    expect(await clicking).toMatchObject({ ok: true, data: { clicked: true, stable: false } });
    await home.browser.stopWorker();
    expect(await presses(session)).toBe(1);
  });

  it('while a tab is being opened, and one is', async () => {
    const opening = home.envelope('tab open', { url: `${pages.origin}/late` });
    await expect.poll(() => pages.requests, { interval: 5, timeout: 15_000 }).toContain('GET /late');
    await home.browser.stopWorker();
    release();
    expect(await opening).toMatchObject({ ok: true, data: { tab: 't1' }, page: { title: 'Late' } });
    const tabs = (await home.browser.cdp.targets()).filter(({ url }) => url === `${pages.origin}/late`);
    expect(tabs).toHaveLength(1);
  });

  it('every 50 of 500 commands in a row, and none is lost or done twice', { timeout: 180_000 }, async () => {
    const { session } = await home.open(`${pages.origin}/`);
    let clicks = 0;
    for (let count = 1; count <= 500; count++) {
      const stopping = count % 50 === 0 ? home.browser.stopWorker() : undefined;
      if (count % 5 === 0) {
        clicks++;
        await home.data('click', { session, selector: '#more' });
      }
      const seen = count % 5 === 0 ? clicks : await presses(session);
      expect(seen).toBe(clicks);
      await stopping;
    }
    expect(await presses(session)).toBe(100);
  });

  /** Looks into the page from outside, past the tab's queue. */
  async function countIn(session: string): Promise<number> {
    const { tabs } = await home.data<{ tabs: readonly { url: string }[] }>('tab list', { session });
    const target = (await home.browser.cdp.targets()).find(({ url }) => url === tabs[0]?.url);
    const page = await home.browser.cdp.attach(target?.targetId ?? '');
    return Number(await page.evaluate('n.textContent'));
  }
});

describe('the service is killed', () => {
  it('and sessions and tabs are still there', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await home.data('elements', { session });
    await home.killService();
    expect(await home.data('click', { session, element: 'el1' })).toMatchObject({ clicked: true });
    expect(await home.data('tab list', { session })).toMatchObject({ tabs: [{ tab: 't1', bound: true }] });
  });
});

describe('another service comes by its port', () => {
  it('and the browser does not forget whose it is, whatever that one says', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    const { port } = await home.data<{ port: number }>('pair');
    await home.killService();
    let knocks = 0;
    const server = await listenOn(port, (_, response) => {
      knocks++;
      response.end(JSON.stringify({ service: 'another service', proofs: ['0'.repeat(64)] }));
    });
    await expect.poll(() => knocks, { timeout: 15_000 }).toBeGreaterThan(1);
    await close(server);
    expect(await readText(home, session)).toMatch(/^Counter/);
  });

  it('and stays there, and the browser finds its own on another, showing its token to nobody else', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    const { port } = await home.data<{ port: number }>('pair');
    const token = await home.browser.inWorker<string>(
      `chrome.storage.local.get('credentials').then(({ credentials }) => credentials.token)`,
    );
    const said: string[] = [];
    await home.killService();
    // Whoever has taken the port asks the service that has moved, to answer in its place.
    let moved = 0;
    const answerFor = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await readBody(request);
      said.push(JSON.stringify([request.url, request.headers]), body);
      response.end(moved === 0 ? '{}' : await passOn(moved, request, body));
    };
    const server = await listenOn(port, (request, response) => void answerFor(request, response).catch(() => {}));
    server.on('upgrade', (request, socket) => {
      said.push(JSON.stringify([request.url, request.headers]));
      socket.destroy();
    });
    moved = (await home.data<{ port: number }>('pair')).port;
    expect(moved).not.toBe(port);
    expect(SERVICE_PORTS).toContain(moved);
    expect(await readText(home, session)).toMatch(/^Counter/);
    // It looks there first when it is ended, or the service is.
    said.length = 0;
    await home.browser.stopWorker();
    expect(await readText(home, session)).toMatch(/^Counter/);
    await home.killService();
    expect(await readText(home, session)).toMatch(/^Counter/);
    expect(said).toEqual([]);
    await home.browser.inWorker(
      `chrome.storage.local.get('credentials').then(({ credentials }) =>
        chrome.storage.local.set({ credentials: { ...credentials, wsUrl: 'ws://127.0.0.1:${port}/ws' } }))`,
    );
    await home.browser.stopWorker();
    expect(await readText(home, session)).toMatch(/^Counter/);
    await close(server);
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((each) => each.includes(token) || each.includes('/ws'))).toEqual([]);
  });

  /** A port is free a moment after who had it is gone. */
  function listenOn(port: number, answer: RequestListener): Promise<Server> {
    const attempt = () =>
      new Promise<Server | undefined>((resolve) => {
        const server = createServer(answer);
        server.once('listening', () => resolve(server)).once('error', () => resolve(undefined));
        server.listen(port, '127.0.0.1');
      });
    return vi.waitUntil(attempt, { timeout: 15_000, interval: 20 });
  }

  function close(server: Server): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => {
      server.close(() => resolve());
    });
  }

  async function readBody(request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  async function passOn(port: number, { url = '', headers }: IncomingMessage, body: string): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: 'POST',
      headers: { origin: String(headers.origin), 'content-type': 'application/json' },
      body,
    });
    return response.text();
  }
});

describe('a session is closed', () => {
  it('without waiting for what is done in its tab', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    const waiting = home.envelope('wait', { session, strategy: 'selector', target: '#never' }, { timeout: 55_000 });
    const popup = await home.browser.openPopup();
    await expect
      .poll(() => popup.evaluate('[...document.querySelectorAll(".doing")].map((each) => each.textContent).join()'))
      .toContain('wait');
    const behind = home.envelope('text', { session }, { timeout: 55_000 });
    expect(await home.data('session close', { session })).toEqual({ session, closedTabs: ['t1'] });
    expect(await waiting).toMatchObject({ ok: false, error: { category: 'target' } });
    expect(await behind).toMatchObject({ ok: false, error: { category: 'target' } });
    await popup.close();
  });

  it('while a tab is being opened in it, which does not stay', async () => {
    const { session } = await home.data<{ session: string }>('session create');
    const opening = home.envelope('tab open', { session, url: `${pages.origin}/stays` });
    await expect.poll(() => pages.requests, { interval: 5, timeout: 15_000 }).toContain('GET /stays');
    expect(await home.data('session close', { session })).toEqual({ session, closedTabs: [] });
    answerStays();
    expect(await opening).toMatchObject({ ok: false, error: { code: 'SESSION_NOT_FOUND' } });
    expect((await home.browser.cdp.targets()).filter(({ url }) => url.endsWith('/stays'))).toEqual([]);
  });

  it('while a person is waited for, who is needed no more', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await home.failure('require-human', { session, reason: 'Look' });
    const said: string[] = [];
    const waiting = home.envelope(
      'wait-human',
      { session },
      { timeout: 55_000, progress: (message) => void said.push(message) },
    );
    await expect.poll(() => said, { timeout: 15_000 }).toEqual(['Waiting for a person: Look']);
    expect(await home.data('session close', { session })).toEqual({ session, closedTabs: ['t1'] });
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'SESSION_NOT_FOUND' } });
  });
});

describe('the browser is killed', () => {
  it('and its tabs are known to be gone when it is back', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await home.browser.kill();
    expect(await home.failure('text', { session }, { timeout: 1_000 })).toMatchObject({ category: 'transport' });
    await home.browser.again();
    await expect
      .poll(() => home.failure('text', { session }), { timeout: 15_000 })
      .toMatchObject({ code: 'TAB_NOT_FOUND' });
    await home.data('tab open', { session, url: `${pages.origin}/next` });
    expect(await readText(home, session)).toBe('The next page');
  });
});

it('a command that is cancelled leaves the queue at once, and those behind it go on', async () => {
  const { session } = await home.open(`${pages.origin}/slow`);
  const cancel = new AbortController();
  const first = home.envelope('click', { session, selector: 'button' });
  const second = home.envelope('click', { session, selector: 'button' }, { signal: cancel.signal });
  const third = home.envelope('text', { session });
  cancel.abort();
  expect(await second).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  expect(await first).toMatchObject({ ok: true });
  expect(await third).toMatchObject({ ok: true });
  expect(await presses(session)).toBe(1);
});
