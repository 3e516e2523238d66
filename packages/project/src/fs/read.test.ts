import { execFileSync } from 'node:child_process';
import { symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

const open = (files: Readonly<Record<string, string | Uint8Array>> = {}) => openProject([fsModule], files);

it('gives the text of a file with its hash and lines', async () => {
  const project = await open({ 'a.txt': 'hello\r\nworld' });
  expect(await project.data('fs read', { path: './a.txt', hash: true })).toEqual({
    path: 'a.txt',
    mediaType: 'text/plain',
    content: 'hello\r\nworld',
    encoding: 'utf-8',
    bytes: 12,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    lines: { from: 1, to: 2, total: 2 },
  });
});

it.each([
  ['an empty file', '', { from: 0, to: 0, total: 0 }],
  ['a file of one line break', '\n', { from: 1, to: 1, total: 1 }],
])('counts the lines of %s', async (_, content, lines) => {
  const project = await open({ 'ü.txt': content });
  expect(await project.data('fs read', { path: 'ü.txt' })).toMatchObject({ content, lines });
});

it('reads a range, with numbers before its lines', async () => {
  const project = await open({ 'a.txt': 'a\nb\nc\nd\n' });
  expect(await project.data('fs read', { path: 'a.txt', offset: 2, limit: 2, lineNumbers: true })).toEqual({
    path: 'a.txt',
    mediaType: 'text/plain',
    content: '    2\tb\n    3\tc\n',
    encoding: 'utf-8',
    bytes: 8,
    lines: { from: 2, to: 3 },
  });
});

it('names the number of lines when the offset is past the end', async () => {
  const project = await open({ 'a.txt': 'a\nb' });
  expect(await project.error('fs read', { path: 'a.txt', offset: 3 })).toMatchObject({
    code: 'NO_MATCH',
    details: { lines: 2 },
  });
});

it('takes byte order marks off and reads UTF-16 by them', async () => {
  const project = await open({
    'a.txt': '\ufeffhi',
    'b.txt': Buffer.from('\ufeffx\nhé', 'utf16le'),
  });
  expect(await project.data('fs read', { path: 'a.txt' })).toMatchObject({ content: 'hi', bom: true });
  expect(await project.data('fs read', { path: 'b.txt', offset: 2 })).toMatchObject({
    content: 'hé',
    encoding: 'utf-16le',
    lines: { from: 2, to: 2, total: 2 },
  });
});

it('gives an image as typed bytes', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1');
  const project = await open({ 'a.png': png });
  expect(await project.data('fs read', { path: 'a.png' })).toMatchObject({
    mediaType: 'image/png',
    encoding: 'base64',
    content: png.toString('base64'),
  });
});

it.each([
  ['a zip archive', 'PK\x03\x04\0'],
  ['binary data', 'text\0more'],
])('refuses %s by its name', async (name, content) => {
  const project = await open({ file: Buffer.from(content, 'latin1') });
  expect(await project.error('fs read', { path: 'file' })).toMatchObject({
    code: 'BINARY',
    message: `file is ${name}, not text`,
  });
});

it('names the byte at which UTF-8 ends', async () => {
  const project = await open({ 'a.txt': Buffer.from('h\xc3\xa9\xff', 'latin1') });
  expect(await project.error('fs read', { path: 'a.txt' })).toMatchObject({
    code: 'INVALID_ENCODING',
    details: { offset: 3 },
  });
  expect(await project.data('fs read', { path: 'a.txt', encoding: 'latin1' })).toMatchObject({ content: 'hÃ©ÿ' });
});

it('refuses 5 GB at once but reads lines at its start', async () => {
  const project = await open({ big: 'one\ntwo\n' });
  await truncate(join(project.dir, 'big'), 5 * 1024 ** 3);
  expect(await project.error('fs read', { path: 'big' })).toMatchObject({ code: 'TOO_LARGE' });
  expect(await project.data('fs read', { path: 'big', offset: 1, limit: 2 })).toMatchObject({ content: 'one\ntwo\n' });
  expect(await project.data('fs read', { path: 'big', offset: 3, limit: 1, encoding: 'latin1' })).toMatchObject({
    clippedLines: 1,
  });
});

it('says what a path is that is no file', async () => {
  const project = await open({ 'folder/a': '' });
  await symlink('gone', join(project.dir, 'broken'));
  await symlink('loop', join(project.dir, 'loop'));
  execFileSync('mkfifo', [join(project.dir, 'fifo')]);
  const code = async (path: string) => (await project.error('fs read', { path })).code;
  expect([
    await code('folder'),
    await code('broken'),
    await code('loop'),
    await code('fifo'),
    await code('missing'),
    await code('nul\0'),
  ]).toEqual(['IS_DIRECTORY', 'BROKEN_LINK', 'BROKEN_LINK', 'NOT_A_FILE', 'NOT_FOUND', 'INVALID_INPUT']);
});

it('describes a broken link, and does not hash a fifo or a folder', async () => {
  const project = await open({ 'folder/a': '' });
  await symlink('gone', join(project.dir, 'broken'));
  execFileSync('mkfifo', [join(project.dir, 'fifo')]);
  expect(await project.data('fs stat', { path: 'broken' })).toMatchObject({
    type: 'link',
    link: { target: 'gone', broken: true },
  });
  expect((await project.error('fs hash', { path: 'fifo' })).code).toBe('NOT_A_FILE');
  expect((await project.error('fs hash', { path: 'folder' })).code).toBe('IS_DIRECTORY');
});

it('reads many files and tells which failed', async () => {
  const project = await open({ 'a.txt': 'a', 'b.txt': 'bbb' });
  expect(await project.data('fs read-many', { paths: ['gone', 'a.txt', 'b.txt'], maxBytes: 3 })).toMatchObject({
    files: [
      { path: 'gone', ok: false, error: { code: 'NOT_FOUND' } },
      { path: 'a.txt', ok: true, content: 'a' },
      { path: 'b.txt', ok: false, error: { code: 'TOO_LARGE' } },
    ],
    failed: 2,
  });
});
