import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { json, type Seen, serve, testCall, testHost } from '../network/testing.ts';
import { httpProtocol } from './protocol.ts';

/** What a server sees of a call. */
async function seenOf(
  template: { url?: string; [key: string]: unknown },
  args: Record<string, unknown>,
): Promise<Seen> {
  const { url, seen } = await serve((_request, response) => json(response, {}));
  await httpProtocol.call(testCall({ ...template, url: url + (template.url ?? '/') }, args), testHost());
  const [first] = seen;
  if (first === undefined) throw new Error('nothing was sent');
  return first;
}

describe('where arguments go', () => {
  test('into the path, encoded, and the rest into the query', async () => {
    const args = { id: 'a b/ü?', q: 'x&y', tags: ['a', 'b'], deep: { a: 1 }, on: true, none: null };
    expect(await seenOf({ url: '/pets/{id}' }, args)).toMatchObject({
      method: 'GET',
      url: '/pets/a%20b%2F%C3%BC%3F?q=x%26y&tags=a&tags=b&deep=%7B%22a%22%3A1%7D&on=true',
    });
  });

  test('with POST too: only the body field is the body', async () => {
    const seen = await seenOf({ http_method: 'POST' }, { body: { a: 1 }, dry: true });
    expect(seen).toMatchObject({ method: 'POST', url: '/?dry=true', body: '{"a":1}' });
    expect(seen.headers['content-type']).toBe('application/json');
  });

  test('a body field of another name', async () => {
    expect(await seenOf({ http_method: 'put', body_field: 'pet' }, { pet: 'x', body: 'y' })).toMatchObject({
      method: 'PUT',
      url: '/?body=y',
      body: '"x"',
    });
  });

  test('body is an ordinary argument of GET', async () => {
    expect(await seenOf({}, { body: 'tall' })).toMatchObject({ url: '/?body=tall', body: '' });
  });

  test('header and cookie fields', async () => {
    const template = { header_fields: ['X-Trace'], cookie_fields: ['sid'], headers: { 'X-Fixed': 'f', Cookie: 'a=1' } };
    const seen = await seenOf(template, { 'X-Trace': 7, sid: 'a;b' });
    expect(seen.url).toBe('/');
    expect(seen.headers).toMatchObject({ 'x-trace': '7', 'x-fixed': 'f', cookie: 'a=1; sid=a%3Bb' });
  });

  test('lists in the style of the template', async () => {
    const query_styles = { a: 'comma', b: 'pipe', c: 'space', d: 'deep' };
    const args = { a: [1, '2,'], b: ['x', 'y'], c: ['x', 'y'], d: { k: 'v', l: 1 } };
    expect((await seenOf({ query_styles }, args)).url).toBe('/?a=1,2%2C&b=x|y&c=x%20y&d%5Bk%5D=v&d%5Bl%5D=1');
  });

  test('a form', async () => {
    const template = { http_method: 'POST', content_type: 'application/x-www-form-urlencoded' };
    const seen = await seenOf(template, { body: { a: 'x y', b: [1, 2], c: null } });
    expect(seen.body).toBe('a=x+y&b=1&b=2');
  });

  test('a multipart form with a file', async () => {
    const template = { http_method: 'POST', content_type: 'multipart/form-data' };
    const file = { filename: 'a".txt', content_type: 'text/plain', base64: Buffer.from('hi').toString('base64') };
    const seen = await seenOf(template, { body: { name: 'x', file, more: { a: 1 } } });
    const boundary = /boundary=(.+)$/.exec(seen.headers['content-type'] ?? '')?.[1] ?? 'none';
    expect(seen.body.replaceAll(boundary, 'B').split('\r\n')).toEqual([
      '--B',
      'Content-Disposition: form-data; name="name"',
      '',
      'x',
      '--B',
      'Content-Disposition: form-data; name="file"; filename="a%22.txt"',
      'Content-Type: text/plain',
      '',
      'hi',
      '--B',
      'Content-Disposition: form-data; name="more"',
      'Content-Type: application/json',
      '',
      '{"a":1}',
      '--B--',
      '',
    ]);
  });

  test('text as it is', async () => {
    expect((await seenOf({ http_method: 'POST', content_type: 'text/plain' }, { body: 'a\nb' })).body).toBe('a\nb');
  });
});

describe('arguments that are refused before anything is sent', () => {
  test.each([
    ['missing in the path', { url: '/pets/{id}' }, {}],
    ['empty in the path', { url: '/pets/{id}/toys' }, { id: '' }],
    ['up one folder', { url: '/pets/{id}/toys' }, { id: '..' }],
    ['up one folder in the middle', { url: '/pets/{id}' }, { id: 'x/../../admin' }],
    ['up one folder, encoded', { url: '/pets/{id}' }, { id: '%2e%2E' }],
    ['up with a backslash', { url: '/pets/{id}' }, { id: '..\\admin' }],
    ['an object in the path', { url: '/pets/{id}' }, { id: { a: 1 } }],
    ['a line break in a header', { header_fields: ['x'] }, { x: 'a\r\nHost: evil' }],
    ['a header of ours', { header_fields: ['Host'] }, { Host: 'evil' }],
    ['a length of their own', { headers: { 'Content-Length': '3' } }, {}],
    ['half a character', {}, { q: '\uD800' }],
    ['a form that is a text', { http_method: 'POST', content_type: 'multipart/form-data' }, { body: 'x' }],
    ['a method there is not', { http_method: 'STEAL' }, {}],
    ['an auth without a key', { auth: { auth_type: 'api_key' } }, {}],
    ['an auth with an empty key', { auth: { auth_type: 'api_key', api_key: '' } }, {}],
    ['an auth of an unknown kind', { auth: { auth_type: 'magic' } }, {}],
  ])('%s', async (_name, template, args) => {
    const { url, seen } = await serve((_request, response) => json(response, {}));
    const path = 'url' in template ? template.url : '/';
    const call = testCall({ ...template, url: url + path }, args);
    await expect(httpProtocol.call(call, testHost())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(seen).toEqual([]);
  });

  test('an argument that would choose the host', async () => {
    const call = testCall({ url: 'https://{host}/x' }, { host: '127.0.0.1' });
    await expect(httpProtocol.call(call, testHost())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('no value in the path reaches another path', async () => {
    const { url, seen } = await serve((_request, response) => json(response, {}));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), async (id) => {
        seen.length = 0;
        const call = testCall({ url: `${url}/a/{id}/z` }, { id });
        await httpProtocol.call(call, testHost()).catch(() => {});
        for (const { url } of seen) expect(url).toMatch(/^\/a\/[^/?#]+\/z$/);
        for (const { url } of seen) expect(decodeURIComponent(url.slice(3, -2))).toBe(id);
      }),
      { numRuns: 100 },
    );
  });
});

describe('answers', () => {
  async function valueOf(contentType: string | undefined, bytes: Buffer | string, host = testHost()): Promise<unknown> {
    const { url } = await serve((_request, response) => {
      if (contentType !== undefined) response.setHeader('content-type', contentType);
      response.end(bytes);
    });
    return (await httpProtocol.call(testCall({ url }), host)).value;
  }

  test.each([
    ['application/json', '{"a":[1]}', { a: [1] }],
    ['application/problem+json; charset=utf-8', '"x"', 'x'],
    ['application/yaml', 'a:\n  - 1\n', { a: [1] }],
    ['text/plain', '{"a":1}', '{"a":1}'],
    ['text/plain; charset=latin1', Buffer.from([0xfc]), 'ü'],
    ['application/xml', '<a/>', '<a/>'],
    [undefined, '{"a":1}', { a: 1 }],
    [undefined, 'plain', 'plain'],
    ['application/json', '', null],
  ])('%s %j', async (contentType, bytes, value) => {
    expect(await valueOf(contentType, bytes)).toEqual(value);
  });

  test('what says it is JSON but is not is given as text, with a warning', async () => {
    const host = testHost();
    expect(await valueOf('application/json', '<html>', host)).toBe('<html>');
    expect(host.warnings).toEqual(['The answer says it is JSON, but is not']);
  });

  test.each([['image/png'], [undefined]])('bytes of type %s go to a file', async (contentType) => {
    const home = await mkdtemp(join(tmpdir(), 'helve-'));
    onTestFinished(() => rm(home, { recursive: true }));
    const bytes = Buffer.from([0x89, 0x50, 0, 0xff]);
    const value = (await valueOf(contentType, bytes, testHost({ home }))) as { file: string };
    expect(value).toMatchObject({ contentType: contentType ?? '', bytes: 4 });
    expect(await readFile(value.file)).toEqual(bytes);
  });

  test.each([
    [400, 'REJECTED'],
    [401, 'AUTH_REQUIRED'],
    [403, 'AUTH_REQUIRED'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [429, 'UNAVAILABLE'],
    [500, 'UNAVAILABLE'],
  ])('status %i is %s, with what the server says', async (status, code) => {
    const { url } = await serve((_request, response) => json(response, { why: 'because' }, status));
    await expect(httpProtocol.call(testCall({ url: `${url}/x?key=1` }), testHost())).rejects.toMatchObject({
      code,
      message: expect.stringMatching(new RegExp(`^test\\.tool \\(${url}/x\\): the server answered ${status} `)),
      details: { status, body: '{"why":"because"}' },
    });
  });

  test('the time is that of the call, or of the template', async () => {
    const { url } = await serve(() => {});
    const slow = testCall({ url, timeout: 40 });
    await expect(httpProtocol.call(slow, testHost())).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: { timeoutMs: 40 },
    });
    const slower = testCall({ url, timeout: 60_000 }, {}, { timeoutMs: 30 });
    await expect(httpProtocol.call(slower, testHost())).rejects.toMatchObject({ details: { timeoutMs: 30 } });
  });
});

describe('manuals at a url', () => {
  const manual = {
    utcp_version: '1.0.1',
    manual_version: '2.0.0',
    tools: [{ name: 'ping', tool_call_template: { call_template_type: 'http', url: 'https://api.example.com/ping' } }],
  };

  test.each([
    ['JSON', 'application/json', JSON.stringify(manual)],
    ['YAML', 'text/yaml', `manual_version: 2.0.0\ntools:\n  - name: ping\n    tool_call_template: {}\n`],
  ])('as %s', async (_name, contentType, text) => {
    const { url, seen } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': contentType }).end(text);
    });
    const auth = { auth_type: 'api_key', api_key: 'k' };
    const found = await httpProtocol.discover({ call_template_type: 'http', url, auth }, testHost());
    expect(found).toMatchObject({ manual_version: '2.0.0', tools: [{ name: 'ping' }] });
    expect(seen[0]?.headers['x-api-key']).toBe('k');
  });

  test('a page that is no manual', async () => {
    const { url } = await serve((_request, response) => void response.end('<html>: {[ </html>'));
    await expect(httpProtocol.discover({ call_template_type: 'http', url }, testHost())).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});

describe('checking a template', () => {
  const check = (template: Record<string, unknown>) =>
    httpProtocol
      .check?.({ call_template_type: 'http', ...template }, 't')
      .map(({ level, at, message }) => `${level} ${at}: ${message}`);

  test.each([
    [{ url: 'https://a.example/x/{id}', timeout: 5 }, []],
    [{ url: '${BASE}/x' }, []],
    [{ url: 'http://localhost:1/x' }, []],
    [{}, ['error t.url: The template has no url']],
    [{ url: 'a.example' }, ['error t.url: This is not an http or https URL']],
    [{ url: 'https://{host}/' }, ['error t.url: An argument may not choose the host of an address']],
    [{ url: 'http://a.example' }, ['error t.url: Plain http to a.example is refused unless allowed']],
    [{ url: 'https://10.0.0.1' }, ['warning t.url: 10.0.0.1 is a private address; calls are refused unless allowed']],
    [
      { url: 'https://a.example', http_method: 'FETCH' },
      ['error t.http_method: http_method must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS'],
    ],
    [{ url: 'https://a.example', methd: 1 }, ['warning t.methd: Nothing reads methd in a template of type http']],
    [{ url: 'https://a.example', timeout: 'x' }, ['error t.timeout: timeout is not a number of milliseconds']],
    [
      { url: 'https://a.example', auth: { auth_type: 'oauth2', token_url: 'http://b.example', client_id: 'x' } },
      [
        'error t.auth: The auth is not complete: client_secret is missing',
        'error t.auth.token_url: Plain http to b.example is refused unless allowed',
      ],
    ],
  ])('%j', (template, findings) => {
    expect(check(template)).toEqual(findings);
  });

  test('an address that needs what the inputs do not have', () => {
    const { tool } = testCall({ url: 'https://a.example/{id}/${VERSION}' });
    expect(httpProtocol.check?.(tool.tool_call_template, 't', tool)).toEqual([
      { level: 'warning', at: 't.url', message: 'The address needs id, which inputs do not have' },
    ]);
  });
});
