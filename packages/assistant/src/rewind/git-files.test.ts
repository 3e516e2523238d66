import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GIT_ENV, openHostileRepository } from '@helve/processes/testing';
import { expect, it, onTestFinished } from 'vitest';
import { gitContent, gitFiles } from './git-files.ts';

it('looking at a hostile repository runs none of its programs, and keeps what only its filters could restore', async () => {
  const repository = openHostileRepository();
  onTestFinished(() => repository.remove());
  const { dir } = repository;
  const path = (name: string) => join(dir, name);
  const found = await gitFiles(dir, dir, GIT_ENV);
  expect([...(found?.clean.keys() ?? [])]).toEqual(['.gitattributes', '.gitignore', '.gitmodules', 'c.txt'].map(path));
  expect(found?.other).toEqual(expect.arrayContaining(['a.txt', 'b.txt', 'new.txt'].map(path)));
  const blobOf = (name: string) => repository.git('rev-parse', `HEAD:${name}`).trim();
  const content = (name: string) => gitContent(dir, path(name), blobOf(name), GIT_ENV);
  expect((await content('c.txt'))?.toString()).toBe('c.txt\n');
  expect(await content('a.txt')).toBeUndefined();
  expect(await content('b.txt')).toBeUndefined();
  expect(repository.bait()).toBe('');
});

it('a file that is clean has the line ends of the working tree when it is restored', async () => {
  const repository = openHostileRepository();
  onTestFinished(() => repository.remove());
  await writeFile(join(repository.dir, '.gitattributes'), 'c.txt eol=crlf\n');
  const blob = repository.git('rev-parse', 'HEAD:c.txt').trim();
  const content = await gitContent(repository.dir, join(repository.dir, 'c.txt'), blob, GIT_ENV);
  expect(content?.toString()).toBe('c.txt\r\n');
  expect(await readFile(join(repository.dir, 'c.txt'), 'utf8')).toBe('c.txt\n');
});
