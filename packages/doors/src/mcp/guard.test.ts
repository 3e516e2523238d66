import { expect, it } from 'vitest';
import { refuse } from './guard.ts';

const GATE = { port: 8123, path: '/mcp', token: 'secret' };
const HEADERS = { host: '127.0.0.1:8123', authorization: 'Bearer secret' };

it.each<[string | undefined, number | undefined]>([
  ['/mcp', undefined],
  ['/mcp?x=1', undefined],
  ['/mcp/', 404],
  ['/', 404],
  ['', 404],
  ['*', 404],
  [undefined, 404],
  // No URL, and each can be asked for by an image of any web page.
  ['//', 404],
  ['//:0', 404],
  ['http://[', 404],
  ['http://evil.example/mcp', 404],
])('a request for %j gets %j', (url, status) => {
  expect(refuse({ headers: HEADERS, ...(url === undefined ? {} : { url }) }, GATE)?.status).toBe(status);
});

it.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ host: 'localhost:8123' }, undefined],
  [{ host: '' }, 403],
  [{ host: '127.0.0.1' }, 403],
  [{ host: '127.0.0.1:81234' }, 403],
  [{ host: 'evil.example:8123' }, 403],
  [{ origin: 'http://127.0.0.1:8123' }, undefined],
  [{ origin: 'https://127.0.0.1:8123' }, 403],
  [{ origin: '' }, 403],
  [{ authorization: '' }, 401],
  [{ authorization: 'Bearer' }, 401],
  [{ authorization: 'Bearer secre' }, 401],
  [{ authorization: 'bearer secret' }, undefined],
  [{ authorization: 'Basic secret' }, 401],
])('a request with %j gets %j', (headers, status) => {
  expect(refuse({ url: '/mcp', headers: { ...HEADERS, ...headers } }, GATE)?.status).toBe(status);
});
