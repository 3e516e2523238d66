import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPaths } from './find-paths.ts';

/** A project with a file whose path, below the project, is given byte by byte, and what is found in it. */
function findIn(path: string, hidden: readonly string[] = [], link = 'link.key') {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'helve-names-')));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const at = (below: string) => Buffer.concat([Buffer.from(`${project}/`), Buffer.from(below, 'latin1')]);
  mkdirSync(at(path.slice(0, path.lastIndexOf('/'))), { recursive: true });
  writeFileSync(at(path), 'SECRET');
  symlinkSync(at(path), join(project, link));
  const find = () =>
    findPaths({
      project,
      writable: [project],
      readOnly: [],
      guarded: [],
      hidden: hidden.map((pattern) => `${project}/${pattern}`),
      shown: [],
      keepTemp: false,
      network: 'closed',
      sockets: [],
    });
  return { project, find };
}

describe('a path that is not UTF-8', () => {
  it.each([
    ['a hidden file in such a folder', 'odd/\xff\xfe/deep/.env', ['**/.env']],
    ['a hidden file with such a name', 'odd/\xff.pem', ['**/*.pem']],
    ['a hidden link that leads there', 'odd/\xff', ['**/*.key']],
    ['a hidden link by its name', 'odd/\xff', ['link.key']],
    ['a guarded link that leads there', 'odd/\xff', [], '.mcp.json'],
    ['a repository in such a folder', 'n\xff/.git/config', []],
  ])('stops the sandbox: %s', (_, path, hidden, link?: string) => {
    const { find } = findIn(path, hidden, link);
    expect(find).toThrow(/^The sandbox cannot start: .* is to be protected, and its path is not UTF-8$/);
  });

  it('is no obstacle where nothing in it is to be protected', () => {
    const { find } = findIn('odd/\xff\xfe/deep/any', ['**/.env']);
    expect(find()).toEqual({ hidden: [], readOnly: [], missing: [] });
  });

  it('is not one with the character that stands for such bytes', () => {
    const { project, find } = findIn(Buffer.from('odd/\uFFFD/.env').toString('latin1'), ['**/.env']);
    expect(find().hidden).toEqual([`${project}/odd/\uFFFD/.env`]);
  });
});
