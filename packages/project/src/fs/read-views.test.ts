import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inWords, Registry, type Say } from '@helve/command';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

const FILES = {
  'a.ts': 'export class A {}\n// needle\n',
  'b.bin': Buffer.from([0, 1, 2]),
  'c.png': Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
  'sub/d.ts': 'one\nneedle\nthree\nfour\nfive\nneedle\n',
  'esc\x1b[31m\n': 'needle',
};

/** Each way to read, with what a person and a model are shown. */
const VIEWS: readonly (readonly [command: string, input: object, model: string, person?: string])[] = [
  [
    'fs list',
    {},
    'a.ts\nb.bin\nc.png\nempty/\nesc\\x1b[31m\\n\nsub/',
    '28 B  a.ts\n 3 B  b.bin\n10 B  c.png\n   -  empty/\n 6 B  esc\\x1b[31m\\n\n   -  sub/',
  ],
  ['fs list', { path: 'empty' }, '(empty)'],
  ['fs list', { recursive: true, limit: 1 }, 'a.ts\n(6 more entries left out; list a folder of it, or raise --limit)'],
  ['fs find', { query: '*.ts', limit: 1 }, 'a.ts\n(1 more paths left out; narrow the search or raise --limit)'],
  ['fs find', { query: 'nothing' }, 'Nothing found'],
  ['fs grep', { query: 'needle', include: '*.ts' }, 'a.ts\n2:// needle\n\nsub/d.ts\n2:needle\n6:needle'],
  ['fs grep', { query: 'needle', path: 'sub', context: 1 }, 'sub/d.ts\n1-one\n2:needle\n3-three\n--\n5-five\n6:needle'],
  [
    'fs grep',
    { query: 'needle', limit: 1 },
    'a.ts\n2:// needle\n(3 more matches left out; narrow the search or raise --limit)',
  ],
  ['fs grep', { query: 'needle', output: 'files' }, 'a.ts\nesc\\x1b[31m\\n\nsub/d.ts'],
  ['fs grep', { query: 'needle', output: 'counts', path: 'sub' }, 'sub/d.ts: 2'],
  ['fs grep', { query: 'nothing' }, 'No match'],
  ['fs search', { regex: 'needle', pattern: 'a.*' }, 'a.ts\n2:// needle'],
  ['fs code-defs', {}, 'a.ts\n1:export class A {}'],
  ['fs code-defs', { path: 'sub' }, 'No definitions'],
  [
    'fs read-many',
    { paths: ['*.ts', 'c.png', 'gone'] },
    '==> a.ts <==\nexport class A {}\n// needle\n\n==> c.png <==\n[image/png, 10 bytes; see it: helve fs read --path c.png]\n\n==> gone <==\nerror: gone does not exist\nList its folder to see what is there: helve fs list',
  ],
  [
    'fs hash',
    { path: 'b.bin', algorithm: 'md5' },
    'b95f67f61ebb03619622d798f45fc2d3',
    'b95f67f61ebb03619622d798f45fc2d3  b.bin',
  ],
];

const VIEWED = VIEWS.map(([path, input, model, person = model]) => [path, input, model, person] as const);

it.each(VIEWED)('%s %j gives what it declares, and shows it', async (path, input, model, person) => {
  const project = await openProject([fsModule], FILES);
  await mkdir(join(project.dir, 'empty'));
  const command = await new Registry([fsModule]).get(path);
  const outcome = await project.run(path, input);
  expect(v.parse(command.output, outcome.data)).toEqual(outcome.data);
  const shown = (render?: (data: never, input: never, facts: Readonly<Record<string, unknown>>, say: Say) => unknown) =>
    render?.(outcome.data as never, outcome.input as never, {}, inWords);
  expect(shown(command.render?.model)).toBe(model);
  expect(shown(command.render?.person ?? command.render?.model)).toBe(person);
});

it.each(['fs read', 'fs stat'])('%s gives what it declares', async (path) => {
  const project = await openProject([fsModule], FILES);
  const command = await new Registry([fsModule]).get(path);
  for (const file of ['a.ts', 'c.png', 'sub/d.ts']) {
    const data = await project.data(path, { path: file });
    expect(v.parse(command.output, data)).toEqual(data);
  }
});

it('reads the files that a glob means, below its folder and where a file has such a name', async () => {
  const project = await openProject([fsModule], {
    '.gitignore': 'x.ts',
    'src/a.ts': 'a',
    'src/deep/b.ts': 'b',
    'src/x.ts': 'x',
    '[id].ts': 'id',
  });
  const paths = async (...given: string[]) =>
    (await project.data<{ files: { path: string; ok: boolean }[] }>('fs read-many', { paths: given })).files.map(
      ({ path, ok }) => (ok ? path : `no ${path}`),
    );
  expect(await paths('src/*.ts')).toEqual(['src/a.ts']);
  expect(await paths('src/**/*.ts', '[id].ts')).toEqual(['src/a.ts', 'src/deep/b.ts', '[id].ts']);
  expect(await paths('*.md', join(project.dir, 'src/{a,b}.ts'))).toEqual(['no *.md', 'src/a.ts']);
});

it('does not read what a glob means and a rule denies', async () => {
  const { authorityOf, OPEN_POLICY } = await import('@helve/policy');
  const policy = { ...OPEN_POLICY, open: false, permits: (_: string, path: string) => !path.endsWith('/key.ts') };
  const project = await openProject([fsModule], { 'a.ts': '', 'key.ts': 'secret' }, { authority: authorityOf(policy) });
  expect(await project.data('fs read-many', { paths: ['*.ts'] })).toMatchObject({ files: [{ path: 'a.ts' }] });
});

it.each([1, 2, 3])('clips a long line between characters, %i bytes into one', async (shift) => {
  const project = await openProject([fsModule], { 'a.txt': `${'x'.repeat(shift)}${'😀'.repeat(300_000)}\nend` });
  const whole = Math.floor((1024 * 1024 - shift) / 4);
  expect(await project.data('fs read', { path: 'a.txt', offset: 1 })).toMatchObject({
    content: `${'x'.repeat(shift)}${'😀'.repeat(whole)}\nend`,
    clippedLines: 1,
  });
});
