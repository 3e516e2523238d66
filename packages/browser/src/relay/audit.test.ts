import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Audit } from './audit.ts';

async function openHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'helve-audit-'));
  onTestFinished(() => rm(home, { recursive: true }));
  return home;
}

it('goes on in another file when one is full, keeps the last, and reads across them', async () => {
  const home = await openHome();
  const audit = new Audit(home, 300);
  for (let count = 1; count <= 200; count++) audit.add({ event: 'action', browser: 'a', id: String(count) });
  const names = (await readdir(join(home, 'browser'))).sort();
  expect(names.length).toBe(30);
  expect(audit.last(7, () => true).map(({ id }) => id)).toEqual(['194', '195', '196', '197', '198', '199', '200']);
  expect(new Audit(home, 300).last(1, ({ id }) => id === '190')).toMatchObject([{ id: '190' }]);
});

it('leaves out a line that was cut off', async () => {
  const home = await openHome();
  const audit = new Audit(home);
  audit.add({ event: 'stop', browser: 'a' });
  const [name = ''] = await readdir(join(home, 'browser'));
  await writeFile(join(home, 'browser', name), '{"event":"stop","brow\n{"at":"x","event":"resume","browser":"a"}\n');
  expect(audit.last(5, () => true)).toEqual([{ at: 'x', event: 'resume', browser: 'a' }]);
});
