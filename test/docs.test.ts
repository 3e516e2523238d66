import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = ['packages', 'scripts', 'test', 'bench'].flatMap(filesIn);

/** Only those written by hand: the examples in `docs/commands.md`, which is generated, name files of the reader. */
const documents = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesIn('docs').filter((file) => file.endsWith('.md') && file !== 'docs/commands.md'),
];

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return ['node_modules', 'dist', '.cache'].includes(entry.name) ? [] : filesIn(path);
  });
}

/** Files that scripts write and git ignores. */
const GENERATED: ReadonlySet<string> = new Set(['bench/results.json']);

/** Extensions of our own sources; other files (`.claude/settings.json`) may be the reader's. */
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

it('the glossary defines each word once, in alphabetical order', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8');
  const words = [...glossary.matchAll(/^\| (.+?) \|/gm)].map(([, word = '']) => word.toLowerCase()).slice(1);
  expect(words).toEqual([...new Set(words)].sort());
});
