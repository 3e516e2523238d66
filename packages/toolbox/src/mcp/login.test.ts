import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { comeBack, startAuthority } from './testing/authority.ts';
import { openBench } from './testing/kit.ts';
import { Logins } from './login/logins.ts';

async function openLogins(home: string): Promise<Logins> {
  const logins = new Logins(home);
  onTestFinished(() => logins.close());
  return logins;
}

it('logs in through a browser, uses the tokens, and renews them', async () => {
  const { home, server, call } = await openBench();
  const authority = await startAuthority();
  const remote = server({ type: 'http', url: authority.url, headers: {} }, 'docs');
  await expect(call(remote, 'echo')).rejects.toMatchObject({
    code: 'AUTH_REQUIRED',
    hint: expect.stringContaining('helve mcp login --toolbox docs'),
  });
  const logins = await openLogins(home);
  const address = (await logins.begin(authority.url)) ?? '';
  expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
  expect(logins.inUse).toBe(true);
  expect(await comeBack(address)).toBe(200);
  expect(logins.inUse).toBe(false);
  expect((await call(remote, 'echo')).text).toBe('echoed');

  authority.accepts = 'token-2';
  expect((await call(remote, 'echo')).text).toBe('echoed');
  expect(authority.grants).toEqual(['authorization_code', 'refresh_token']);

  const [file = ''] = await readdir(join(home, 'mcp-auth'));
  expect((await stat(join(home, 'mcp-auth', file))).mode & 0o777).toBe(0o600);
});

it('takes a code only from the login that it began', async () => {
  const { home } = await openBench();
  const authority = await startAuthority();
  const logins = await openLogins(home);
  const address = (await logins.begin(authority.url)) ?? '';
  expect(await comeBack(address, { state: 'guessed' })).toBe(404);
  expect(await comeBack(address, { code: 'wrong' })).toBe(502);
  expect(new Set(authority.grants)).toEqual(new Set(['authorization_code']));
  await expect(readdir(join(home, 'mcp-auth'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it('says when no login is wanted or offered, and when nobody is there', async () => {
  const { home } = await openBench();
  const authority = await startAuthority();
  const logins = await openLogins(home);
  await expect(logins.begin('http://127.0.0.1:9/mcp')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await logins.begin(`${new URL(authority.url).origin}/other`)).toBeUndefined();
  expect(logins.inUse).toBe(false);
});
