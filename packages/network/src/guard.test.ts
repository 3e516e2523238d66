import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { reachOf } from './address.ts';
import { checkUrl, type Resolve } from './guard.ts';
import { request } from './request.ts';
import { serve } from './testing.ts';

const GET = { method: 'GET', headers: {}, what: 'GET the thing' };
const now = Date.now;
const signal = new AbortController().signal;

function resolvesTo(...addresses: string[]): Resolve {
  return (_name, _options, callback) => {
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    callback(null, found);
  };
}

describe('where an address leads', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.0.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['0.0.0.0', 'private'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'private'],
    ['169.254.169.254', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['255.255.255.255', 'private'],
    ['::', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:a9fe:a9fe', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['2002:a00:1::', 'private'],
    ['fd00:ec2::254', 'private'],
    ['fe80::1%eth0', 'private'],
    ['ff02::1', 'private'],
    ['not an address', 'private'],
    ['8.8.8.8', 'public'],
    ['172.32.0.1', 'public'],
    ['2606:4700::1111', 'public'],
    ['::ffff:8.8.8.8', 'public'],
  ])('%s is %s', (address, reach) => {
    expect(reachOf(address)).toBe(reach);
  });
});

describe('addresses that tools may be called at', () => {
  test.each([
    'https://api.example.com/x',
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
    'http://localhost:3000/',
    'https://localhost/',
  ])('%s is taken', (url) => {
    expect(checkUrl(url, {}).href).toBe(new URL(url).href);
  });

  test.each([
    ['http://api.example.com/', 'PERMISSION_DENIED'],
    ['https://10.0.0.1/', 'PERMISSION_DENIED'],
    ['https://169.254.169.254/latest/meta-data', 'PERMISSION_DENIED'],
    ['https://0xa9fea9fe/', 'PERMISSION_DENIED'],
    ['https://[fd00::1]/', 'PERMISSION_DENIED'],
    ['https://[::ffff:192.168.0.1]/', 'PERMISSION_DENIED'],
    ['http://0.0.0.0:8080/', 'PERMISSION_DENIED'],
    ['http://localhost.example.com/', 'PERMISSION_DENIED'],
    ['https://me:secret@api.example.com/', 'INVALID_INPUT'],
    ['file:///etc/passwd', 'INVALID_INPUT'],
    ['nonsense', 'INVALID_INPUT'],
  ])('%s is refused with %s', (url, code) => {
    expect(() => checkUrl(url, {})).toThrow(expect.objectContaining({ code }));
  });

  test('private addresses and plain http are taken when the user allows them', () => {
    expect(checkUrl('http://192.168.1.1/', { privateNetwork: true }).host).toBe('192.168.1.1');
  });
});

describe('names are judged by the address that is connected to', () => {
  test.each([['127.0.0.1'], ['10.0.0.1'], ['::1'], ['::ffff:169.254.169.254']])(
    'a name that leads to %s is refused, and nothing connects',
    async (address) => {
      const { url, seen } = await serve((_request, response) => void response.end());
      const port = new URL(url).port;
      const there = { ...GET, url: `https://rebind.example:${port}/` };
      await expect(request(there, { allow: {}, now, signal, resolve: resolvesTo(address) })).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
      });
      expect(seen).toEqual([]);
    },
  );

  test('localhost that leads elsewhere is refused', async () => {
    const there = { ...GET, url: 'http://localhost:9/' };
    await expect(request(there, { allow: {}, now, signal, resolve: resolvesTo('10.0.0.1') })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  test('localhost by its name is reached through the system', async () => {
    const { url } = await serve((_request, response) => void response.end());
    const reply = await request({ ...GET, url: url.replace('127.0.0.1', 'localhost') }, { allow: {}, now, signal });
    reply.close();
    expect(reply.status).toBe(200);
  });

  test('a name that leads to this machine is reached when the user allows it', async () => {
    const { url } = await serve((_request, response) => void response.end());
    const there = { ...GET, url: url.replace('127.0.0.1', 'rebind.example') };
    const allow = { privateNetwork: true };
    const reply = await request(there, { allow, now, signal, resolve: resolvesTo('127.0.0.1') });
    reply.close();
    expect(reply.status).toBe(200);
  });
});
