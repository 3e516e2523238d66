import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GIT_ENV, openHostileRepository } from '@helve/processes/testing';
import { expect, it, onTestFinished } from 'vitest';
import { checkOut } from './git.ts';

it('checks a hostile repository out without running its programs or the hooks of the user', async () => {
  const repository = openHostileRepository();
  const home = await mkdtemp(join(tmpdir(), 'helve-plugin-'));
  onTestFinished(async () => {
    repository.remove();
    await rm(home, { recursive: true });
  });
  await writeFile(join(home, 'post-checkout'), `#!/bin/sh\ntouch '${home}/ran'\n`, { mode: 0o755 });
  await writeFile(join(home, 'config'), `[core]\nhooksPath = ${home}\n`);
  const env = { ...GIT_ENV, GIT_CONFIG_GLOBAL: join(home, 'config'), GIT_DIR: '/nonexistent', GIT_INDEX_FILE: '/x' };
  const source = { kind: 'git', url: repository.dir } as const;
  const commit = await checkOut(source, join(home, 'out'), {
    place: { cwd: home, env, home },
    signal: new AbortController().signal,
  });
  expect(commit).toBe(repository.git('rev-parse', 'HEAD').trim());
  expect((await readdir(join(home, 'out'))).sort()).toEqual([
    '.gitattributes',
    '.gitignore',
    '.gitmodules',
    'a.txt',
    'b.txt',
    'c.txt',
    'sub',
  ]);
  expect([repository.bait(), await readdir(home)]).toEqual(['', ['config', 'out', 'post-checkout']]);
});
