import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { bundleCommands, type CommandsProcess } from '../../testing/bundle.ts';
import { openProject, type Project } from '../../testing/project.ts';
import { fsModule } from '../module.ts';
import { statIfThere } from '../paths/target.ts';
import { retryIfChanged } from './changed-meanwhile.ts';
import { replaceFile } from './replace.ts';
import { OpenFolders } from '../paths/open-folder.ts';

type Calls = CommandsProcess['calls'];
interface Answer {
  readonly data?: unknown;
  readonly error?: { readonly code: string };
}

const SCRIPT = await bundleCommands();
const PROCESSES = 50;
const ROUNDS = 20;

async function start(project: Project, index: number, calls: Calls): Promise<ChildProcess> {
  const path = join(dirname(project.dir), `work-${index}.json`);
  const work: CommandsProcess = { cwd: project.dir, home: project.home, calls };
  await writeFile(path, JSON.stringify(work));
  const child = spawn(process.execPath, [SCRIPT, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** What came of each call of each process, all of which run at the same time. */
async function runAll(project: Project, works: readonly Calls[]): Promise<readonly Answer[][]> {
  return Promise.all(
    works.map(async (calls, index) => {
      const answers: Answer[] = [];
      for await (const line of createInterface({ input: (await start(project, index, calls)).stdout ?? process.stdin }))
        answers.push(JSON.parse(line) as Answer);
      expect(answers).toHaveLength(calls.length);
      return answers;
    }),
  );
}

function each<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const state = (index: number, round: number) => `<process ${index} round ${round}>`;

function edit(index: number, round: number): Calls[number] {
  return ['fs edit', { path: 'a', oldText: state(index, round), newText: state(index, round + 1) }];
}

it(`keeps all edits of one file by ${PROCESSES} processes`, async () => {
  const lines = (round: number) => each(PROCESSES, (index) => `${state(index, round)}\n`).join('');
  const project = await openProject([fsModule], { a: lines(0) });
  const works = each(PROCESSES, (index) => each(ROUNDS, (round) => edit(index, round)));
  const answers = await runAll(project, works);
  expect(answers.flat().filter(({ error }) => error)).toEqual([]);
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe(lines(ROUNDS));
  expect(await readdir(project.dir)).toEqual(['a']);
}, 300_000);

it('keeps what different commands change in one file, also when the file is new', async () => {
  const project = await openProject([fsModule]);
  const appends = each(12, (index) =>
    each(ROUNDS, (round): Calls[number] => [
      'fs write',
      { path: 'new/folder/a', content: `${state(index, round)}\n`, append: true },
    ]),
  );
  const answers = await runAll(project, appends);
  expect(answers.flat().filter(({ error }) => error)).toEqual([]);
  const file = join(project.dir, 'new/folder/a');
  const expected = each(12, (index) => each(ROUNDS, (round) => state(index, round))).flat();
  expect((await readFile(file, 'utf8')).trimEnd().split('\n').sort()).toEqual(expected.toSorted());

  const patches = each(6, (index) =>
    each(ROUNDS, (round): Calls[number] => [
      'fs patch',
      {
        patch: `--- new/folder/a\n+++ new/folder/a\n@@ -1 +1 @@\n-${state(index, round)}\n+patched ${state(index, round)}\n`,
      },
    ]),
  );
  const edits = each(6, (index) =>
    each(ROUNDS, (round): Calls[number] => [
      'fs edit',
      { path: 'new/folder/a', oldText: state(index + 6, round), newText: `edited ${state(index + 6, round)}` },
    ]),
  );
  const changed = await runAll(project, [...patches, ...edits]);
  expect(changed.flat().filter(({ error }) => error)).toEqual([]);
  const verbs = (await readFile(file, 'utf8')).split('\n').map((line) => line.split(' ')[0]);
  expect(verbs.filter((verb) => verb === 'patched')).toHaveLength(6 * ROUNDS);
  expect(verbs.filter((verb) => verb === 'edited')).toHaveLength(6 * ROUNDS);
});

it('replaces a file with an expected hash for one process only', async () => {
  const project = await openProject([fsModule], { a: 'old' });
  const { hash } = await project.data<{ hash: string }>('fs hash', { path: 'a' });
  const works = each(
    8,
    (index): Calls => [
      ['fs write', { path: 'a', content: `new ${index}`, expectHash: hash }],
      ['fs write', { path: 'deep/b', content: `new ${index}`, ifExists: 'fail' }],
    ],
  );
  const answers = await runAll(project, works);
  const codes = (call: number) => answers.map((each) => String(each[call]?.error?.code)).toSorted();
  expect(codes(0)).toEqual([...each(7, () => 'STALE'), 'undefined']);
  expect(codes(1)).toEqual([...each(7, () => 'ALREADY_EXISTS'), 'undefined']);
});

it('loses no file when processes move, copy, edit and delete the same ones', async () => {
  const slots = each(6, (index) => `folder-${index % 3}/slot-${index}`);
  const project = await openProject([fsModule], { [slots[0] ?? '']: 'first', [slots[1] ?? '']: 'second' });
  let seed = 7;
  const any = (count: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % count;
  const slot = () => slots[any(slots.length)];
  const move = (): Calls[number] => ['fs move', { from: slot(), to: slot() }];
  const other = (): Calls[number] =>
    any(2) === 0
      ? ['fs copy', { from: slot(), to: `copies/${any(5)}`, overwrite: true }]
      : ['fs delete', { path: `copies/${any(5)}` }];
  const growing = (text: string) => (): Calls[number] => [
    'fs edit',
    { path: slot(), oldText: text, newText: `${text}+` },
  ];
  const works = [
    ...each(5, () => each(60, move)),
    each(60, other),
    each(60, growing('first')),
    each(60, growing('second')),
  ];
  const answers = await runAll(project, works);
  const edits = (index: number) => (answers.at(index) ?? []).filter(({ data }) => data).length;
  const found = await Promise.all(slots.map((name) => readFile(join(project.dir, name), 'utf8').catch(() => '')));
  expect(found.filter(Boolean).sort()).toEqual([`first${'+'.repeat(edits(-2))}`, `second${'+'.repeat(edits(-1))}`]);
  const codes = new Set(answers.flat().flatMap(({ error }) => error?.code ?? []));
  expect(
    [...codes].filter((code) => !['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'NO_MATCH'].includes(code)),
  ).toEqual([]);
});

it('keeps every acknowledged edit while processes are killed', async () => {
  const count = 6;
  const project = await openProject([fsModule], { a: each(count, (index) => `${state(index, 0)}\n`).join('') });
  const worker = async (index: number) => {
    let round = 0;
    for (let life = 0; life < 5; life++) {
      const child = await start(
        project,
        index,
        each(1000, (more) => edit(index, round + more)),
      );
      let left = 2 + ((index * 3 + life) % 7);
      for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
        expect(JSON.parse(line)).toHaveProperty('data');
        round++;
        if (--left === 0) break;
      }
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      const text = await readFile(join(project.dir, 'a'), 'utf8');
      const found = Number(new RegExp(`<process ${index} round (\\d+)>`).exec(text)?.[1]);
      expect(found).toBeGreaterThanOrEqual(round);
      round = found;
    }
  };
  await Promise.all(each(count, worker));
});

it('applies a change again when another program has changed the file meanwhile', async () => {
  const project = await openProject([fsModule], { a: 'one\n' });
  const path = join(project.dir, 'a');
  const { signal } = new AbortController();
  let attempts = 0;
  await retryIfChanged(async () => {
    const target = { path, at: path, shown: 'a', stats: await statIfThere(path), folders: new OpenFolders() };
    const text = await readFile(path, 'utf8');
    if (++attempts === 1) await appendFile(path, 'two\n');
    await replaceFile(target, [Buffer.from(`${text}three\n`)], { signal, unchanged: true });
  });
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\nthree\n');
});

it('keeps a file that is edited while its folder moves to another file system', async () => {
  const project = await openProject([fsModule], { 'folder/a': state(0, 0), 'folder/big': 'x'.repeat(4_000_000) });
  const outside = await mkdtemp('/dev/shm/helve-test-');
  onTestFinished(() => rm(outside, { recursive: true, force: true }));
  const edits = each(200, (round): Calls[number] => [
    'fs edit',
    { path: 'folder/a', oldText: state(0, round), newText: state(0, round + 1) },
  ]);
  const [answers = []] = await runAll(project, [edits, [['fs move', { from: 'folder', to: join(outside, 'to') }]]]);
  const done = answers.filter(({ data }) => data).length;
  const folder = (await readdir(project.dir)).length > 0 ? join(project.dir, 'folder') : join(outside, 'to');
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe(state(0, done));
});

it('leaves a write-protected file as it is', async () => {
  const project = await openProject([fsModule], { a: 'old\n', b: 'other\n' });
  await chmod(join(project.dir, 'a'), 0o444);
  const patch = '--- a\n+++ a\n@@ -1 +1 @@\n-old\n+new\n';
  const calls: Calls = [
    ['fs write', { path: 'a', content: 'new' }],
    ['fs write', { path: 'a', content: 'new', append: true }],
    ['fs edit', { path: 'a', oldText: 'old', newText: 'new' }],
    ['fs patch', { patch }],
    ['fs update', { path: '.', name: 'a', content: 'new' }],
    ['fs copy', { from: 'b', to: 'a', overwrite: true }],
    ['fs move', { from: 'b', to: 'a', overwrite: true }],
  ];
  for (const [path, input] of calls) {
    expect(await project.error(path, input)).toMatchObject({
      code: 'READ_ONLY',
      message: 'a is write-protected (mode 444)',
    });
  }
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe('old\n');
  await mkdir(join(project.dir, 'c'));
  expect((await readdir(project.dir)).sort()).toEqual(['a', 'b', 'c']);
});
