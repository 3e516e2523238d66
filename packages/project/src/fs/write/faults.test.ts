import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { ErrorReport } from '@helve/command';
import { expect, it, onTestFinished } from 'vitest';
import { bundleCommands, type CommandsProcess } from '../../testing/bundle.ts';
import { openProject, type Project } from '../../testing/project.ts';
import { fsModule } from '../module.ts';

type Calls = CommandsProcess['calls'];

const SCRIPT = await bundleCommands();
const LARGE = 'x'.repeat(1_000_000);
const CAN_MOUNT = await promisify(execFile)('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).then(
  () => true,
  () => false,
);

async function workFile(project: Project, calls: Calls, forever = false): Promise<string> {
  const path = join(dirname(project.dir), 'work.json');
  const work: CommandsProcess = { cwd: project.dir, home: project.home, calls, forever };
  await writeFile(path, JSON.stringify(work));
  return path;
}

/** Has a shell prepare the project's folder, $3, makes the calls there, and tells how the folder is left. */
async function runPrepared(prepare: string, calls: Calls, project: Project) {
  const shell = `set -e\n${prepare}\n"$0" "$1" "$2"\nls -A "$3"\ncat "$3/a"`;
  const args = ['-c', shell, process.execPath, SCRIPT, await workFile(project, calls), project.dir];
  const { stdout } = await promisify(execFile)(CAN_MOUNT ? 'unshare' : 'sh', CAN_MOUNT ? ['-rm', 'sh', ...args] : args);
  const lines = stdout.split('\n');
  const answers = lines.slice(0, calls.length).map((line) => JSON.parse(line) as { error?: ErrorReport });
  return { codes: answers.map((answer) => answer.error?.code), left: lines.slice(calls.length).join('\n') };
}

async function countTemporary(project: Project): Promise<number> {
  return (await readdir(project.dir)).filter((name) => name.endsWith('.tmp')).length;
}

it('leaves the old or the new content when it is killed in the midst of many writes', async () => {
  const project = await openProject([fsModule], { a: '' });
  const calls = ['1', '2'].map((digit) => ['fs write', { path: 'a', content: digit.repeat(3_000_000) }] as const);
  const file = await workFile(project, calls, true);
  for (const writes of [1, 2, 5, 8, 13]) {
    const child = spawn(process.execPath, [SCRIPT, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      expect(JSON.parse(line)).toMatchObject({ data: { bytes: 3_000_000 } });
      if (++seen === writes) break;
    }
    const before = await countTemporary(project);
    while ((await countTemporary(project)) === before) expect(child.exitCode).toBe(null);
    child.kill('SIGKILL');
    await exited;
    const content = await readFile(join(project.dir, 'a'), 'latin1');
    expect([content.length, new Set(content).size]).toEqual([3_000_000, 1]);
  }
});

it('leaves everything as it was when the disk is full', async () => {
  const project = await openProject([fsModule], { a: 'old' });
  // Where no small disk can be mounted, a limit on the size of files fails a write midway just as well.
  const prepare = CAN_MOUNT ? 'mount -t tmpfs -o size=64k tmpfs "$3"; printf old > "$3/a"' : 'ulimit -f 64';
  const big = join(dirname(project.dir), 'big');
  await writeFile(big, LARGE);
  const patch = `--- /dev/null\n+++ first\n@@ -0,0 +1 @@\n+x\n--- /dev/null\n+++ second\n@@ -0,0 +1 @@\n+${LARGE}\n`;
  const { codes, left } = await runPrepared(
    prepare,
    [
      ['fs write', { path: 'a', content: LARGE }],
      ['fs write', { path: 'new/folder/b', content: LARGE }],
      ['fs edit', { path: 'a', oldText: 'old', newText: LARGE }],
      ['fs copy', { from: big, to: 'c/d' }],
      ['fs patch', { patch }],
    ],
    project,
  );
  const code = CAN_MOUNT ? 'NO_SPACE' : 'TOO_LARGE';
  expect({ codes, left }).toEqual({ codes: [code, code, code, code, code], left: 'a\nold' });
});

it('takes back the folders it made when the next one fails', async () => {
  const project = await openProject([fsModule], { a: 'old' });
  // Where no disk with few files can be mounted, a name that is too long comes last.
  const prepare = CAN_MOUNT ? 'mount -t tmpfs -o nr_inodes=4 tmpfs "$3"; printf old > "$3/a"' : '';
  const path = CAN_MOUNT ? 'x/y/z' : `x/y/${'z'.repeat(300)}`;
  const { codes, left } = await runPrepared(prepare, [['fs mkdir', { path }]], project);
  expect({ codes, left }).toEqual({ codes: [CAN_MOUNT ? 'NO_SPACE' : 'INVALID_INPUT'], left: 'a\nold' });
});

it('changes nothing on a read-only file system', async () => {
  const project = await openProject([fsModule], { a: 'old' });
  const prepare = 'mount -t tmpfs tmpfs "$3"; printf old > "$3/a"; mount -o remount,ro "$3"';
  const calls: Calls = [
    ['fs write', { path: 'a', content: 'new' }],
    ['fs edit', { path: 'a', oldText: 'old', newText: 'new' }],
    ['fs patch', { patch: '--- a\n+++ a\n@@ -1 +1 @@\n-old\n+new\n' }],
    ['fs mkdir', { path: 'b/c' }],
    ['fs copy', { from: 'a', to: 'b/c' }],
    ['fs move', { from: 'a', to: 'b' }],
    ['fs move', { from: 'a', to: join(project.home, 'b') }],
    ['fs delete', { path: 'a' }],
    ['fs delete', { path: 'a', permanent: true }],
  ];
  // Where nothing can be mounted: no files can be made in /proc either, whoever asks.
  const result = CAN_MOUNT
    ? await runPrepared(prepare, calls, project)
    : await runPrepared('', [['fs write', { path: '/proc/version', content: '' }]], project);
  expect(result).toEqual({ codes: CAN_MOUNT ? calls.map(() => 'READ_ONLY') : ['NOT_FOUND'], left: 'a\nold' });
  const homes = await readdir(project.home, { recursive: true }).catch(() => []);
  expect(homes.filter((name) => name !== 'trash')).toEqual([]);
});

it('keeps the owner and the mode of the file it replaces', async () => {
  const project = await openProject([fsModule], { a: 'old' });
  const path = join(project.dir, 'a');
  // Only root can give a file away; others check that theirs stays theirs.
  const owner = process.getuid?.() === 0 ? 1234 : (await stat(path)).uid;
  await chown(path, owner, owner === 1234 ? 4321 : (await stat(path)).gid);
  await chmod(path, 0o2640);
  const before = await stat(path);
  await project.run('fs write', { path: 'a', content: 'new' });
  await project.run('fs edit', { path: 'a', oldText: 'new', newText: 'newer' });
  await project.run('fs patch', { patch: '--- a\n+++ a\n@@ -1 +1 @@\n-newer\n+newest\n' });
  const { uid, gid, mode } = await stat(path);
  expect({ uid, gid, mode }).toEqual({ uid: before.uid, gid: before.gid, mode: before.mode });
});
