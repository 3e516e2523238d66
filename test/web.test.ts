import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import { openSandbox, type Sandbox } from './kit/helve.ts';
import { KEYS, showHelve } from './kit/screen.ts';

const ARTICLE = `<!doctype html><html><head><title>About helves</title><style>p{color:red}</style></head><body>
<nav><a href="/home">Home</a> <a href="/shop">Shop</a></nav>
<article><h1>Helves</h1><p>${'A helve is the handle of a tool. '.repeat(12)}<a href="/more?x=1">More</a></p>
<pre><code>grip();</code></pre><img src="data:image/png;base64,AAAA" alt="a picture"></article>
<script>track()</script><footer>Imprint</footer></body></html>`;

async function serveSite(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const site: RequestListener = ({ url = '', headers }, response) => {
  const pages: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
    '/article': ['text/html; charset=utf-8', ARTICLE],
    '/data': ['application/json', '{"a":1}'],
    '/latin': ['text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1')],
    '/pdf': ['application/pdf', '%PDF-1.4'],
    '/zip': ['application/zip', Buffer.from([0x50, 0x4b, 0, 0])],
    '/big': ['text/plain', 'x'.repeat(6 * 1024 * 1024)],
  };
  if (url === '/here') return void response.writeHead(302, { location: '/data' }).end();
  if (url === '/away') return void response.writeHead(301, { location: 'https://other.example/page?q=1' }).end();
  if (url.startsWith('/search?q=')) {
    const found = decodeURIComponent(url.slice('/search?q='.length));
    const results = [
      { title: `About ${found}`, url: 'https://a.example/', content: `<b>${String(headers['x-key'])}</b>` },
    ];
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  }
  const [type, body] = pages[url] ?? ['', ''];
  if (type === '') response.writeHead(404).end('gone');
  else response.writeHead(200, { 'content-type': type }).end(body);
};

const OPEN = { network: { allowPrivate: true } };

async function fetched({ helve }: Sandbox, url: string, ...flags: readonly string[]) {
  const given = JSON.parse((await helve(['web', 'fetch', '--url', url, ...flags])).stdout);
  return given.ok ? given.data : given.error;
}

describe('helve web fetch', () => {
  it('gives the article of a page as Markdown, without what stands around it', async () => {
    const base = await serveSite(site);
    const page = await fetched(await openSandbox({}, OPEN), `${base}/article`);
    expect(page).toMatchObject({ status: 200, mediaType: 'text/html', title: 'About helves', encoding: 'utf-8' });
    expect(page.content).toMatch(/^A helve is the handle of a tool\./);
    expect(page.content).toContain(`[More](${base}/more?x=1)`);
    expect(page.content).toContain('```\ngrip();\n```');
    expect(page.content).not.toMatch(/Home|track|base64|color:red/);
    const source = await fetched(await openSandbox({}, OPEN), `${base}/article`, '--raw');
    expect(source.content).toBe(ARTICLE);
  });

  it.each([
    ['/data', { mediaType: 'application/json', content: '{"a":1}' }],
    ['/latin', { content: 'café' }],
    ['/pdf', { mediaType: 'application/pdf', encoding: 'base64', content: Buffer.from('%PDF-1.4').toString('base64') }],
    ['/zip', { code: 'BINARY' }],
    ['/big', { code: 'TOO_LARGE' }],
    ['/gone', { code: 'UNAVAILABLE', details: { status: 404 } }],
    ['/away', { status: 301, redirect: 'https://other.example/page?q=1', content: '' }],
  ])('%s', async (path, expected) => {
    const base = await serveSite(site);
    expect(await fetched(await openSandbox({}, OPEN), `${base}${path}`)).toMatchObject(expected);
  });

  it('says where it was sent on within a server', async () => {
    const base = await serveSite(site);
    expect(await fetched(await openSandbox({}, OPEN), `${base}/here`)).toMatchObject({
      url: `${base}/data`,
      content: '{"a":1}',
    });
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'https://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'https://0x7f000001/',
  ])('does not reach into the network of the user: %s', async (url) => {
    expect(await fetched(await openSandbox(), url)).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it.each(['file:///etc/passwd', 'ftp://x', 'example.com', 'https://me:pw@example.com/'])(
    'takes no %s',
    async (url) => {
      expect(await fetched(await openSandbox(), url)).toMatchObject({ code: 'INVALID_INPUT' });
    },
  );
});

describe('helve web search', () => {
  it('asks the engine of the settings', async () => {
    const url = `${await serveSite(site)}/search?q={query}`;
    const { helve } = await openSandbox({}, { ...OPEN, webSearch: { url, headers: { 'x-key': 'secret' } } });
    const { data } = JSON.parse((await helve(['web', 'search', '--query', 'a & b'])).stdout);
    expect(data.results).toEqual([{ title: 'About a & b', url: 'https://a.example/', excerpt: 'secret' }]);
  });

  it('says how to set one', async () => {
    const { helve } = await openSandbox();
    expect((await helve(['web', 'search', '--query', 'x'])).stdout).toContain('webSearch');
    const wrong = await openSandbox({}, { webSearch: { url: 'https://x.example/' } });
    expect((await wrong.helve(['web', 'search', '--query', 'x'])).stdout).toContain('{query}');
  });
});

describe('the web for the model', () => {
  const names = (body: { tools: { name: string }[] }) => body.tools.map(({ name }) => name);

  it('is offered only where it may be used', async () => {
    const settings = { ...OPEN, webSearch: { url: 'https://x.example/?q={query}' } };
    const { ask, server } = await openAssistant(() => ({ text: 'ok' }), {}, settings);
    await ask('Hi');
    await ask('Hi', ['--allowed-tools', 'WebFetch']);
    await ask('Hi', ['--permission-mode', 'bypassPermissions']);
    await ask('Hi', ['--permission-mode', 'plan']);
    const web = server.requests.map(({ body }) => names(body).filter((name) => name.startsWith('Web')));
    expect(web).toEqual([[], ['WebFetch'], ['WebFetch', 'WebSearch'], []]);
    expect(Math.max(...server.requests.map(({ text }) => Buffer.byteLength(text)))).toBeLessThan(5_000);
  });

  it('is offered and read where a rule allows a domain, and of that only', async () => {
    const url = `${await serveSite(site)}/data`;
    const other = url.replace('127.0.0.1', 'localhost');
    const calls = [url, other].map((each) => ({ name: 'WebFetch', input: { url: each } }));
    const settings = { ...OPEN, permissions: { allow: ['WebFetch(domain:127.0.0.1)'] } };
    const { ask, server } = await openAssistant([{ calls }, { text: 'ok' }], {}, settings);
    const { code, stderr } = await ask('Read');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: web fetch was not permitted[^]*nobody can be asked here\n$/),
    ]);
    expect(names(server.requests[0]?.body).filter((name) => name.startsWith('Web'))).toEqual(['WebFetch']);
    const results: readonly { is_error?: boolean }[] = server.requests[1]?.body.messages.at(-1).content;
    expect(results.map(({ is_error: failed = false }) => failed)).toEqual([false, true]);
  });

  it('is not read where a rule forbids a domain, in any mode', async () => {
    const url = `${await serveSite(site)}/data`;
    const settings = { ...OPEN, permissions: { deny: ['WebFetch(domain:127.0.0.1)'] } };
    const script = [{ calls: [{ name: 'WebFetch', input: { url } }] }, { text: 'ok' }];
    const { askJson } = await openAssistant(script, {}, settings);
    expect((await askJson('Read', ['--permission-mode', 'bypassPermissions'])).result.subtype).toBe(
      'error_tool_refused',
    );
  });

  it('is searched by the provider itself where no engine is set, and that counts', async () => {
    const found = [{ title: 'Helves', url: 'https://helves.example/' }];
    const { askJson, server } = await openAssistant([
      { calls: [{ name: 'WebSearch', input: { query: 'helves' } }] },
      { found, text: 'They are handles.' },
      { text: 'Handles, says the web.' },
    ]);
    const { result } = await askJson('What are helves?', ['--allowed-tools', 'WebSearch', '--max-cost', '1']);
    expect(result).toMatchObject({ subtype: 'success', result: 'Handles, says the web.' });
    expect(server.requests[1]?.body.tools).toEqual([expect.objectContaining({ name: 'web_search' })]);
    expect(server.requests[2]?.body.messages.at(-1).content[0].content[0].text).toBe(
      'They are handles.\n\nHelves\nhttps://helves.example/',
    );
    expect(result.total_cost_usd).toBeGreaterThan(0.01);
  });

  it('is read by WebFetch, and by a line where the tool is not offered', async () => {
    const base = await serveSite(site);
    const url = `${base}/data`;
    const { ask, server } = await openAssistant(
      [
        { calls: [{ name: 'WebFetch', input: { url } }] },
        { calls: [{ name: 'Bash', input: { command: `helve web fetch --url ${url}` } }] },
        { text: 'ok' },
      ],
      {},
      OPEN,
    );
    await ask('Read', ['--allowed-tools', 'WebFetch']);
    const results = server.requests.slice(1).map(({ body }) => body.messages.at(-1).content[0].content[0].text);
    expect(results).toEqual([`${url}\n\n{"a":1}`, `${url}\n\n{"a":1}`]);
  });
});

it.each([
  ['the price that is known of its model', {}, 0.01],
  ['the price that settings say', { 'claude-sonnet-5-5': { prices: { search: 0.5 } } }, 0.5],
])('a search of the provider costs %s, and /cost tells of it', async (_, models, price) => {
  const usage = { input: 1_000_000, output: 0 };
  const sandbox = await openAssistant(
    [
      { calls: [{ name: 'WebSearch', input: { query: 'helves' } }], usage: { input: 0, output: 0 } },
      { found: [{ title: 'Helves', url: 'https://helves.example/' }], text: 'Handles.', usage },
      { text: 'ok', usage: { input: 0, output: 0 } },
    ],
    {},
    { models },
  );
  const { result } = await sandbox.askJson('Look it up', ['--allowed-tools', 'WebSearch']);
  expect(result.total_cost_usd).toBeCloseTo(2 + price, 10);
  const screen = showHelve(sandbox);
  await screen.shows('Context');
  screen.type('/cost', KEYS.enter);
  await screen.shows(`Web searches: 1, $${price.toFixed(4)} of the total.`);
  expect((await screen.window()).join('\n')).toMatch(new RegExp(`claude-sonnet-5-5 .*\\$${(2 + price).toFixed(2)} `));
});
