import { afterEach, describe, expect, test } from 'vitest';
import { httpProtocol } from '../http/protocol.ts';
import { json, type Seen, serve, testCall, testHost } from '../network/testing.ts';

afterEach(() => httpProtocol.close?.());

async function seenWith(auth: unknown): Promise<Seen | undefined> {
  const { url, seen } = await serve((_request, response) => json(response, {}));
  await httpProtocol.call(testCall({ url, auth }, { q: 1 }), testHost());
  return seen[0];
}

describe('credentials that are known', () => {
  test('an API key in a header of the usual name', async () => {
    expect((await seenWith({ auth_type: 'api_key', api_key: 'k1' }))?.headers['x-api-key']).toBe('k1');
  });

  test('an API key in the query', async () => {
    const auth = { auth_type: 'api_key', api_key: 'k&1', var_name: 'key', location: 'query' };
    expect((await seenWith(auth))?.url).toBe('/?q=1&key=k%261');
  });

  test('an API key in a cookie', async () => {
    const auth = { auth_type: 'api_key', api_key: 'k1', var_name: 'sid', location: 'cookie' };
    expect((await seenWith(auth))?.headers.cookie).toBe('sid=k1');
  });

  test('user name and password', async () => {
    const auth = { auth_type: 'basic', username: 'me', password: 'pässword' };
    const given = (await seenWith(auth))?.headers.authorization?.replace('Basic ', '') ?? '';
    expect(Buffer.from(given, 'base64').toString()).toBe('me:pässword');
  });

  test('a token of a user', async () => {
    const auth = { auth_type: 'oauth2_user', access_token: 't1' };
    expect((await seenWith(auth))?.headers.authorization).toBe('Bearer t1');
  });

  test('a token of a user, where the server wants it', async () => {
    const auth = { auth_type: 'oauth2_user', access_token: 't1', var_name: 'X-Token', prefix: '' };
    expect((await seenWith(auth))?.headers['x-token']).toBe('t1');
  });

  test('a server that repeats the key in its error does not make it known', async () => {
    const { url } = await serve(({ headers, url }, response) => json(response, { headers, url }, 400));
    const auth = { auth_type: 'api_key', api_key: 'very=secret', var_name: 'key', location: 'query' };
    const call = testCall({ url, auth, headers: { Authorization: 'Bearer other-secret' } });
    const error: unknown = await httpProtocol.call(call, testHost()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'REJECTED' });
    expect(JSON.stringify(error)).not.toMatch(/very|other-secret/);
  });
});

describe('OAuth 2 with client credentials', () => {
  const oauth2 = (url: string, more: object = {}) => ({
    auth_type: 'oauth2',
    token_url: `${url}/token`,
    client_id: 'me',
    client_secret: 'hush-hush',
    ...more,
  });

  /** Gives tokens t1, t2, … and takes those that `accepts` does. */
  const provider = (accepts: (token: string) => boolean = () => true, expires_in = 3600) => {
    let given = 0;
    return serve(({ url, headers }, response) => {
      if (url !== '/token') {
        const token = headers.authorization?.replace('Bearer ', '') ?? '';
        return json(response, { token }, accepts(token) ? 200 : 401);
      }
      given += 1;
      return json(response, { access_token: `t${given}`, expires_in });
    });
  };

  const tokenOf = async (url: string, auth: unknown) =>
    ((await httpProtocol.call(testCall({ url, auth }), testHost())).value as { token: string }).token;

  test('asks once for a token and keeps it', async () => {
    const { url, seen } = await provider();
    expect(await tokenOf(url, oauth2(url, { scope: 'a b' }))).toBe('t1');
    expect(await tokenOf(url, oauth2(url, { scope: 'a b' }))).toBe('t1');
    expect(seen.map((request) => request.url)).toEqual(['/token', '/', '/']);
    expect(seen[0]?.body).toBe('grant_type=client_credentials&scope=a+b&client_id=me&client_secret=hush-hush');
  });

  test.each([
    ['scope', { scope: 'other' }],
    ['secret', { client_secret: 'else' }],
    ['client', { client_id: 'you' }],
  ])('another %s is another token', async (_name, more) => {
    const { url } = await provider();
    expect(await tokenOf(url, oauth2(url))).toBe('t1');
    expect(await tokenOf(url, oauth2(url, more))).toBe('t2');
  });

  test('an expired token is not used', async () => {
    const { url } = await provider(undefined, 5);
    expect(await tokenOf(url, oauth2(url))).toBe('t1');
    expect(await tokenOf(url, oauth2(url))).toBe('t2');
  });

  test('a token that is no longer taken is replaced once', async () => {
    const { url } = await provider((token) => token !== 't1');
    expect(await tokenOf(url, oauth2(url))).toBe('t2');
  });

  test('a second refusal is an error', async () => {
    const { url, seen } = await provider(() => false);
    await expect(tokenOf(url, oauth2(url))).rejects.toMatchObject({ code: 'AUTH_REQUIRED' });
    expect(seen.map((request) => request.url)).toEqual(['/token', '/', '/token', '/']);
  });

  test('a server that wants the credentials in a header gets them there', async () => {
    const { url, seen } = await serve(({ url, headers, body }, response) => {
      if (url !== '/token') return json(response, { token: headers.authorization });
      const inHeader = headers.authorization?.startsWith('Basic ') === true && !body.includes('hush');
      return json(response, inHeader ? { access_token: 'h1' } : { error: 'invalid_client' }, inHeader ? 200 : 401);
    });
    expect(await tokenOf(url, oauth2(url))).toBe('Bearer h1');
    expect(seen).toHaveLength(3);
  });

  test('a refusal tells why, but not the secret', async () => {
    const { url } = await serve(({ body }, response) => json(response, { error: 'invalid_client', body }, 400));
    const error: unknown = await tokenOf(url, oauth2(url)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'AUTH_REQUIRED', message: `Asking ${url} for a token: it answered 400` });
    expect(JSON.stringify(error)).toContain('invalid_client');
    expect(JSON.stringify(error)).not.toContain('hush');
  });

  test('an answer without a token', async () => {
    const { url } = await serve((_request, response) => void response.end('welcome'));
    await expect(tokenOf(url, oauth2(url))).rejects.toMatchObject({
      message: `Asking ${url} for a token: the response has no access_token`,
    });
  });

  test('the token URL is under the rules of the network', async () => {
    const { url, seen } = await serve((_request, response) => json(response, {}));
    for (const token_url of ['http://tokens.example.com/', 'https://169.254.169.254/', 'file:///etc/passwd']) {
      await expect(tokenOf(url, oauth2(url, { token_url }))).rejects.toMatchObject({
        code: expect.stringMatching(/PERMISSION_DENIED|INVALID_INPUT/),
      });
    }
    expect(seen).toEqual([]);
  });
});
