import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n');

/** Written by hand: `docs/commands.md` is generated, and its examples name files of the reader's. */
const documents = files.filter(
  (file) => /^(?:README|AGENTS|CONTRIBUTING|CHANGELOG|docs\/.*)\.md$/.test(file) && file !== 'docs/commands.md',
);

/** Files that scripts write and git ignores. */
const GENERATED: ReadonlySet<string> = new Set(['bench/results.json']);

/** Extensions of our own sources; other files with a slash (`.claude/settings.json`) may be the reader's. */
const SOURCE = /\.(?:ts|mjs|cjs|html|css|bash|zsh)$/;

const ROOTED = /^(?:packages|scripts|test|bench)\//;

const PACKAGE = /^[a-z]+\/src\//;

/** Paths that a document names: in backticks, and with their whole path also in code blocks. */
function pathsIn(text: string): ReadonlySet<string> {
  const quoted = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\s<>{}…]+)`/g)].map(([, path = '']) => path);
  const whole = [...text.matchAll(/(?:packages|scripts|test|bench)\/[\w./-]*\w/g)].map(([path]) => path);
  return new Set([
    ...quoted.filter((path) => ROOTED.test(path) || PACKAGE.test(path) || SOURCE.test(path)),
    ...whole.filter((path) => SOURCE.test(path)),
  ]);
}

/** The files that a path means: its end may be enough, `*` is any part of a name, and `/` at its end means a folder. */
function filesAt(path: string): readonly string[] {
  const pattern = path
    .replace(/\/$/, '')
    .split('*')
    .map((part) => part.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&'))
    .join('[^/]*');
  const isFile = SOURCE.test(path) || /\.\w+$/.test(path);
  const whole = new RegExp(`^(?:.*/)?${pattern}${isFile ? '$' : '/'}`);
  return files.filter((file) => whole.test(file));
}

describe.each(documents)('%s', (document) => {
  const paths = [...pathsIn(readFileSync(document, 'utf8'))].filter((path) => !GENERATED.has(path));

  it('names files that exist', () => {
    expect(paths.filter((path) => filesAt(path).length === 0)).toEqual([]);
  });

  it('names one file with each path that has a folder', () => {
    const short = paths.filter((path) => path.includes('/') && SOURCE.test(path) && !path.includes('*'));
    expect(short.filter((path) => filesAt(path).length > 1).map((path) => [path, ...filesAt(path)])).toEqual([]);
  });
});
