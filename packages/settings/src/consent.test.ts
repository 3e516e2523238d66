import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isTrusted, revoke, trust } from './consent.ts';

async function openHome() {
  const base = await mkdtemp(join(tmpdir(), 'helve-consent-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  await writeFile(join(base, 'file.json'), '{}');
  return { home: join(base, 'home'), path: join(base, 'file.json'), base };
}

it('trusts nothing that was not consented to', async () => {
  const { home, path } = await openHome();
  expect(await isTrusted(home, { path, content: 'a' })).toBe(false);
});

it('trusts what was consented to, through a link too, until it changes', async () => {
  const { home, path, base } = await openHome();
  await trust(home, { path, content: 'a' }, 0);
  await symlink(path, join(base, 'link.json'));
  expect(await isTrusted(home, { path, content: 'a' })).toBe(true);
  expect(await isTrusted(home, { path: join(base, 'link.json'), content: 'a' })).toBe(true);
  expect(await isTrusted(home, { path, content: 'b' })).toBe(false);
  expect(await isTrusted(home, { path: join(base, 'other.json'), content: 'a' })).toBe(false);
});

it('remembers several contents of one file, and a bounded number of them', async () => {
  const { home, path } = await openHome();
  for (let index = 0; index < 25; index++) await trust(home, { path, content: String(index) }, index);
  expect(await isTrusted(home, { path, content: '24' })).toBe(true);
  expect(await isTrusted(home, { path, content: '5' })).toBe(true);
  expect(await isTrusted(home, { path, content: '4' })).toBe(false);
});

it('takes consent back for all contents of a file', async () => {
  const { home, path } = await openHome();
  await trust(home, { path, content: 'a' }, 0);
  await trust(home, { path, content: 'b' }, 0);
  expect(await revoke(home, path)).toBe(true);
  expect(await isTrusted(home, { path, content: 'a' })).toBe(false);
  expect(await revoke(home, path)).toBe(false);
});

it('loses none of the consents that are given at once', async () => {
  const { home, path } = await openHome();
  await Promise.all(Array.from({ length: 10 }, (_, index) => trust(home, { path, content: String(index) }, 0)));
  const found = await Promise.all(
    Array.from({ length: 10 }, (_, index) => isTrusted(home, { path, content: String(index) })),
  );
  expect(found).toEqual(Array.from({ length: 10 }, () => true));
});

it('keeps its file to its owner, holds only hashes, and refuses one that others could write', async () => {
  const { home, path } = await openHome();
  await trust(home, { path, content: 'a secret' }, 0);
  const file = join(home, 'consents.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain('a secret');
  await chmod(file, 0o666);
  await expect(isTrusted(home, { path, content: 'a secret' })).rejects.toMatchObject({ code: 'INVALID_SETTINGS' });
});
