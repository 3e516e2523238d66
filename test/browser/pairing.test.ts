import { createHash, createHmac } from 'node:crypto';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket } from '../../packages/browser/src/testing/web-socket.ts';
import { EXTENSION_ID, foundAt, SERVICE_PORTS, SUBPROTOCOL } from '../../packages/browser/src/protocol.ts';
import { writeLastPort } from '../../packages/helve/src/service/last-port.ts';
import { freePort, useHome } from '../kit/browser.ts';
import { serve } from '../kit/pages.ts';

const home = useHome();
const ORIGIN = `chrome-extension://${EXTENSION_ID}`;
const INSTANCE = '00000000-0000-4000-8000-000000000000';

interface Pairing {
  readonly pairingCode: string;
  readonly port: number;
}

const issue = () => home.data<Pairing>('pair');

interface Reply {
  readonly status: number;
  readonly body: {
    readonly error?: { readonly code: string };
    readonly extensionToken?: string;
    readonly proofs?: readonly string[];
  };
}

type Headers = Readonly<Record<string, string>>;

const claim = (code: string, headers: Headers = {}) =>
  post('/pair/claim', JSON.stringify({ code, instance: INSTANCE, browser: 'Chrome/1' }), headers);

/** `body` undefined: one is announced, and never comes. */
async function post(path: string, body: string | undefined, headers: Headers = {}): Promise<Reply> {
  const { port } = await home.data<{ port: number }>('pair');
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: { Origin: ORIGIN, 'Content-Length': String(body?.length ?? 100), ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
          sent.destroy();
        });
      },
    );
    sent.on('error', reject);
    if (body === undefined) sent.flushHeaders();
    else sent.end(body);
  });
}

/** How a connection ends that is tried with this token: with a code, or before it is one. */
async function knock(token: string, headers: Readonly<Record<string, string>> = {}): Promise<number | 'welcome'> {
  const { port } = await issue();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, [SUBPROTOCOL, `auth.${token}`], {
    headers: { Origin: ORIGIN, ...headers },
  });
  try {
    return await new Promise((resolve) => {
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
      socket.on('close', (code) => resolve(code));
      socket.on('error', () => {});
      socket.on('message', () => resolve('welcome'));
      socket.on('open', () =>
        socket.send(
          JSON.stringify({
            type: 'hello',
            protocolVersion: 1,
            extensionVersion: '1',
            browser: 'Chrome/1',
            instance: INSTANCE,
            run: 'r',
            tabs: [],
          }),
        ),
      );
    });
  } finally {
    socket.terminate();
  }
}

it('a person pairs a browser: the popup takes the code once, and says so', async () => {
  const { pairingCode, port } = await issue();
  const browser = await home.start();
  const popup = await browser.openPopup();
  const says = (id: string) => popup.evaluate<string>(`document.querySelector('#${id}').textContent`);
  await expect.poll(() => says('state')).toMatch(/^Not paired/);
  await popup.type('#port', String(port));
  await popup.type('#code', 'AAAA-AAAA');
  await popup.click('#pair button');
  await expect.poll(() => says('problem')).toBe('That is not the code.');
  await popup.type('#code', pairingCode.toLowerCase());
  await popup.click('#pair button');
  await expect.poll(() => says('state'), { timeout: 15_000 }).toBe('Connected as chrome');
  expect(await claim(pairingCode)).toMatchObject({ status: 401, body: { error: { code: 'PAIRING_CODE_CONSUMED' } } });
  expect(await home.data('status')).toMatchObject({ browsers: [{ name: 'chrome', connected: true }] });
  // A worker that starts again long after still has its token.
  await browser.stopWorker();
  await expect.poll(() => says('state'), { timeout: 15_000 }).toBe('Connected as chrome');
  const token = await popup.evaluate<string>(
    `chrome.storage.local.get('credentials').then(({ credentials }) => credentials.token)`,
  );
  expect(token).toMatch(/^[\w-]{43}$/);
  // Neither token is in anything that was written or said, but in its own file.
  const own = (await readFile(join(home.home, 'token'), 'utf8')).trim();
  const said = [
    await home.envelope('status'),
    await home.envelope('debug status'),
    await home.envelope('debug audit'),
    await home.envelope('debug last'),
    await home.envelope('text', { session: 'aaaaaa' }),
  ];
  expect(
    said.filter((answer) => JSON.stringify(answer).includes(token) || JSON.stringify(answer).includes(own)),
  ).toEqual([]);
  const written = (await readdir(home.home, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes('test-browsers'),
  );
  expect(written.length).toBeGreaterThan(4);
  for (const { parentPath, name } of written) {
    const text = await readFile(join(parentPath, name), 'utf8');
    expect({ name, holds: text.includes(token) || (name !== 'token' && text.includes(own)) }).toEqual({
      name,
      holds: false,
    });
  }
  // Once it is paired no more, it knows so at once, and its token is worth nothing.
  expect(await home.data('unpair', { name: 'chrome' })).toEqual({ name: 'chrome', unpaired: true });
  await expect.poll(() => says('state'), { timeout: 15_000 }).toMatch(/^Not paired/);
  expect(await knock(token)).toBe(4401);
  expect(await home.data('status')).toMatchObject({ browsers: [] });
  expect(await home.failure('unpair', { name: 'chrome' })).toMatchObject({ code: 'NO_EXTENSION' });
  await browser.kill();
});

it('a person tells a browser where the service is that was moved to a port of its own', async () => {
  const { pairingCode, port } = await issue();
  const browser = await home.start();
  const popup = await browser.openPopup();
  const says = () => popup.evaluate<string>(`document.querySelector('#state').textContent`);
  const pair = async (code: string, at: number) => {
    await popup.type('#port', String(at));
    await popup.type('#code', code);
    await popup.click('#pair button');
    await expect.poll(says, { timeout: 15_000 }).toBe('Connected as chrome');
  };
  await expect.poll(says, { timeout: 15_000 }).toMatch(/^Not paired/);
  await pair(pairingCode, port);
  await home.killService();
  writeLastPort(home.home, await freePort());
  const moved = await issue();
  expect(SERVICE_PORTS).not.toContain(moved.port);
  await expect.poll(says, { timeout: 15_000 }).toMatch(/^The service is not found/);
  await pair(moved.pairingCode, moved.port);
  await home.data('unpair', { name: 'chrome' });
  await browser.kill();
});

describe('nobody else comes in', () => {
  it.each([
    ['a web page', { Origin: 'https://example.com', 'Sec-Fetch-Site': 'cross-site' }],
    ['another extension', { Origin: `chrome-extension://${'a'.repeat(32)}` }],
    ['a name that was made to point here', { Host: 'evil.example:9615' }],
    ['our extension from a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('by pairing: %s', async (_, headers) => {
    const { pairingCode } = await issue();
    const refused = { status: 401, body: { error: { code: 'UNAUTHORIZED' } } };
    expect(await claim(pairingCode, headers)).toMatchObject(refused);
    expect(await post('/pair/find', JSON.stringify({ nonce: INSTANCE }), headers)).toMatchObject(refused);
    // Before anything else of it is read.
    expect(await post('/pair/claim', undefined, headers)).toMatchObject(refused);
    expect(await post('/pair/find', undefined, headers)).toMatchObject(refused);
    // The code was not even looked at.
    expect(await claim(pairingCode)).toMatchObject({ status: 200 });
  });

  it.each([
    ['a web page', { Origin: 'https://example.com' }],
    ['another extension', { Origin: `chrome-extension://${'a'.repeat(32)}` }],
    ['a name that was made to point here', { Host: 'evil.example:9615' }],
  ])('by connecting: %s, even with the token', async (_, headers) => {
    const token = (await claim((await issue()).pairingCode)).body.extensionToken ?? '';
    expect(await knock(token, headers)).toBe(401);
    expect(await knock(token)).toBe('welcome');
  });

  it('but the service shows to its own that it is the one, on this port and for this question', async () => {
    const token = (await claim((await issue()).pairingCode)).body.extensionToken ?? '';
    const { port } = await issue();
    const key = createHash('sha256').update(token).digest('hex');
    const proofOf = (nonce: string, at: number) => createHmac('sha256', key).update(foundAt(at, nonce)).digest('hex');
    const { status, body } = await post('/pair/find', JSON.stringify({ nonce: INSTANCE }));
    expect(status).toBe(200);
    expect(body.proofs).toContain(proofOf(INSTANCE, port));
    expect(body.proofs).not.toContain(proofOf(INSTANCE, port + 1));
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${token}|${key}`));
    for (const nonce of ['', 'x', 1, null]) {
      expect(await post('/pair/find', JSON.stringify({ nonce }))).toMatchObject({ status: 400 });
    }
  });

  it('with a wrong token, or one that was replaced', async () => {
    const old = (await claim((await issue()).pairingCode)).body.extensionToken ?? '';
    const fresh = (await claim((await issue()).pairingCode)).body.extensionToken ?? '';
    expect(await knock('')).toBe(4401);
    expect(await knock(`${fresh.slice(0, -1)}_`)).toBe(4401);
    expect(await knock(old)).toBe(4401);
    expect(await knock(fresh)).toBe('welcome');
  });

  it('once others may read the file of tokens', async () => {
    const token = (await claim((await issue()).pairingCode)).body.extensionToken ?? '';
    const file = join(home.home, 'browsers.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await chmod(file, 0o644);
    expect(await knock(token)).toBe(4401);
    await chmod(file, 0o600);
    expect(await knock(token)).toBe('welcome');
  });

  it('a real page of a site, from the browser itself', async () => {
    const { pairingCode, port } = await issue();
    const pages = await serve({ '/': '<!doctype html>' });
    const browser = await home.start();
    const page = await browser.cdp.open(`${pages.origin}/`);
    await expect.poll(() => page.evaluate('location.href')).toBe(`${pages.origin}/`);
    const body = JSON.stringify({ code: pairingCode, instance: INSTANCE, browser: 'x' });
    const tried = await page.evaluate<string>(
      `fetch('http://127.0.0.1:${port}/pair/claim', { method: 'POST', body: ${JSON.stringify(body)} }).then((r) => r.status, () => 'refused')`,
    );
    expect(tried).toBe('refused');
    const socket = await page.evaluate<string>(
      `new Promise((resolve) => { const s = new WebSocket('ws://127.0.0.1:${port}/ws', ['${SUBPROTOCOL}']); s.onopen = () => resolve('open'); s.onerror = () => resolve('refused'); })`,
    );
    expect(socket).toBe('refused');
    // Not even with the right token, which no page should have.
    const token = (await readFile(join(home.home, 'token'), 'utf8')).trim();
    const asked = JSON.stringify({ protocol_version: 1, id: '1', action: 'command.run', params: {} });
    for (const options of [
      `headers: { authorization: 'Bearer ${token}' }`,
      `mode: 'no-cors'`,
      `headers: { authorization: 'Bearer ${token}' }, credentials: 'include'`,
    ]) {
      const answered = await page.evaluate<string>(
        `fetch('http://127.0.0.1:${port}/', { method: 'POST', body: ${JSON.stringify(asked)}, ${options} }).then((r) => r.type === 'opaque' ? 'opaque' : r.status, () => 'refused')`,
      );
      // What is opaque can be sent, but it was refused there, and the page never learns.
      expect(['refused', 'opaque']).toContain(answered);
    }
    expect(await claim(pairingCode)).toMatchObject({ status: 200 });
    await browser.kill();
    await pages.close();
  });
});

it('after five wrong codes in a minute the right one is not taken either', async () => {
  const { pairingCode } = await issue();
  const answers = [];
  for (let tries = 0; tries < 7; tries++) answers.push((await claim('ZZZZ-ZZZZ')).status);
  expect(answers.slice(-1)).toEqual([429]);
  expect(await claim(pairingCode)).toMatchObject({ status: 429, body: { error: { code: 'PAIRING_RATE_LIMITED' } } });
});
