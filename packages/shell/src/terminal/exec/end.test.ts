import { inWords } from '@helve/command';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { bundleExec, type ExecProcess } from '../../testing/bundle.ts';
import { openWorkspace, processesWith, textOf, waitFor, type Workspace } from '../../testing/workspace.ts';
import type { Output as ExecResult } from '../../commands/terminal/exec.ts';

const execScript = await bundleExec();
let lastMark = 0;

/** A number of seconds that only this test sleeps, by which its processes are known; none may be left. */
function uniqueSeconds(): string {
  lastMark++;
  const seconds = `${100_000 + (process.pid % 100_000)}.${String(lastMark).padStart(3, '0')}`;
  onTestFinished(() => expect(processesWith(seconds)).toEqual([]));
  return seconds;
}

const sleepers = (seconds: string) => processesWith(seconds).filter((line) => line.startsWith('sleep')).length;

const inOwnProcess = ({ dir, home }: Workspace, input: object, before: readonly object[] = []) =>
  JSON.stringify({ cwd: dir, home, input, before } satisfies ExecProcess);

it('ends everything at the timeout, also what left its group, its session or its environment', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `echo begun
    setsid sleep ${s} & nohup sleep ${s} 2>/dev/null & env -i setsid sleep ${s} & (setsid sh -c 'sleep ${s}; :' &) ; sleep ${s}`;
  const result = await workspace.data<ExecResult>('terminal exec', { command, timeoutSeconds: 3 });
  expect(processesWith(s)).toEqual([]);
  expect(result).toEqual({
    status: 'timeout',
    exitCode: null,
    stdout: 'begun\n',
    stderr: '',
    duration: expect.any(Number),
    workingDirectory: workspace.dir,
    suggestion: 'Command did not complete. Use CliSession for long-running commands.',
  });
});

it('ends what ignores the request to end', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `trap '' TERM HUP INT; echo begun; sleep ${s}; sleep ${s}`;
  expect(await workspace.data('terminal exec', { command, timeoutSeconds: 3 })).toMatchObject({
    status: 'timeout',
    stdout: 'begun\n',
  });
  expect(processesWith(s)).toEqual([]);
});

it('lets programs tidy up at the timeout, and gives what they say', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `trap 'echo tidy; exit 1' TERM; echo begun; sleep ${s} & wait`;
  expect(await workspace.data('terminal exec', { command, timeoutSeconds: 3 })).toMatchObject({
    status: 'timeout',
    stdout: 'begun\ntidy\n',
  });
});

it('ends a stopped process too', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `sleep ${s} & kill -STOP $!; wait`;
  expect(await workspace.data('terminal exec', { command, timeoutSeconds: 1 })).toMatchObject({ status: 'timeout' });
});

it('ends three hundred children', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `for i in $(seq 150); do sleep ${s} & setsid sleep ${s} & done; wait`;
  const result = await workspace.data('terminal exec', { command, timeoutSeconds: 2 });
  expect(processesWith(s)).toEqual([]);
  expect(result).toMatchObject({ status: 'timeout' });
});

it('returns when the shell does, keeps what runs in the background where asked to, and lists it', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `sleep ${s} & setsid sleep ${s} >/dev/null 2>&1 & echo done`;
  const result = await workspace.data<ExecResult>('terminal exec', { command, keepChildren: true });
  expect(result).toMatchObject({
    status: 'success',
    stdout: 'done\n',
    suggestion: expect.stringContaining('no longer read'),
  });
  expect(result.leftRunning?.map(({ command }) => command)).toEqual([`sleep ${s}`, `sleep ${s}`]);
  for (const { pid } of result.leftRunning ?? []) process.kill(pid, 'SIGKILL');
  await waitFor(() => processesWith(s).length === 0);
});

it('stops what runs in the background by default, and says so', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `sleep ${s} & setsid sleep ${s} >/dev/null 2>&1 & echo done`;
  const { data, warnings } = await workspace.run('terminal exec', { command });
  const result = data as ExecResult;
  expect(processesWith(s)).toEqual([]);
  expect(warnings.map((warning) => inWords(warning))).toEqual([
    `Background processes were stopped when the command ended: sleep ${s}; sleep ${s}. To keep a program running, use helve terminal session start --command … or --keep-children.`,
  ]);
  expect(result).toMatchObject({ status: 'success', stdout: 'done\n' });
  expect(result.leftRunning).toBeUndefined();
});

it('returns although a background process prints for ever', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `yes ${s} & echo $!`;
  expect(await workspace.data('terminal exec', { command, keepChildren: false })).toMatchObject({ status: 'success' });
});

it('returns although a process substitution holds the pipe', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `echo seen | tee >(sleep ${s}); echo done`;
  expect(await workspace.data('terminal exec', { command, keepChildren: false })).toMatchObject({
    status: 'success',
    stdout: 'seen\ndone\n',
  });
});

it('ends everything when it is cancelled, and saves nothing', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const cancel = new AbortController();
  const command = `echo out; echo x > begun; setsid sleep ${s} & sleep ${s}`;
  const input = { command, saveTo: 'out.txt' };
  const running = workspace.error('terminal exec', input, { signal: cancel.signal });
  await textOf(join(workspace.dir, 'begun'));
  cancel.abort();
  expect(await running).toMatchObject({ code: 'CANCELLED' });
  expect(processesWith(s)).toEqual([]);
  expect(readdirSync(workspace.dir)).toEqual(['begun']);
});

it.each([0, 1, 2, 20])('leaves no process behind when helve itself is killed after %i runs', async (runs) => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const command = `setsid sleep ${s} & nohup sleep ${s} & env -i setsid sleep ${s} & echo x > begun; sleep ${s}; :`;
  const before = Array.from({ length: runs }, () => ({ command: 'true' }));
  const args = [execScript, inOwnProcess(workspace, { command }, before)];
  const helve = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = once(helve, 'exit');
  await textOf(join(workspace.dir, 'begun'));
  await waitFor(() => sleepers(s) === 4);
  helve.kill('SIGKILL');
  await ended;
  await waitFor(() => processesWith(s).length === 0);
  expect(processesWith(s)).toEqual([]);
});

it('ends a helve in a run, and what runs in that', async () => {
  const workspace = await openWorkspace();
  const s = uniqueSeconds();
  const inner = inOwnProcess(workspace, { command: `setsid sleep ${s} & echo x > begun; sleep ${s}; :` });
  const cancel = new AbortController();
  const command = `'${process.execPath}' '${execScript}' '${inner}'`;
  const running = workspace.error('terminal exec', { command }, { signal: cancel.signal });
  await textOf(join(workspace.dir, 'begun'));
  cancel.abort();
  expect(await running).toMatchObject({ code: 'CANCELLED' });
  await waitFor(() => processesWith(s).length === 0);
});

it('takes little memory for a gigabyte of output, all of which is in the file', async () => {
  const workspace = await openWorkspace();
  const input = { command: 'head -c 1000000000 /dev/zero | tr "\\0" x', timeoutSeconds: 600 };
  const before = [{ command: 'seq 100000' }];
  const { stdout } = await promisify(execFile)(process.execPath, [execScript, inOwnProcess(workspace, input, before)]);
  const { data, memory } = JSON.parse(stdout) as { data: ExecResult; memory: number };
  expect(data).toMatchObject({
    status: 'success',
    spilled: [{ stream: 'stdout', bytes: 1_000_000_000, complete: true }],
  });
  expect(memory).toBeLessThan(64 * 1024 * 1024);
});

/** The run in a process of its own, whose files may not grow beyond 300 KB: as on a disk that gets full. */
async function runOnSmallDisk(workspace: Workspace, input: object) {
  const args = ['-c', 'ulimit -f 300; exec "$0" "$@"', process.execPath, execScript, inOwnProcess(workspace, input)];
  return JSON.parse((await promisify(execFile)('bash', args)).stdout);
}

it('gives the result although not all output could be kept', async () => {
  const workspace = await openWorkspace();
  const input = { command: 'head -c 5000000 /dev/zero | tr "\\0" x; echo end' };
  expect(await runOnSmallDisk(workspace, input)).toMatchObject({
    data: {
      status: 'success',
      stdout: expect.stringMatching(/^x+\n\n\[\d+ of 5000004 bytes left out.*\]\n\nx+end\n$/),
      spilled: [{ bytes: 5_000_004, complete: false }],
    },
    warnings: [expect.stringMatching(/^Not all of stdout could be kept in .*EFBIG/)],
  });
});

it('ends the run and changes nothing when its output cannot be saved', async () => {
  const workspace = await openWorkspace({ 'out.txt': 'old' });
  const s = uniqueSeconds();
  const input = { command: `yes ${s}`, saveTo: 'out.txt', timeoutSeconds: 600 };
  expect(await runOnSmallDisk(workspace, input)).toMatchObject({ error: { code: 'TOO_LARGE' } });
  expect(readdirSync(workspace.dir)).toEqual(['out.txt']);
  expect(await textOf(join(workspace.dir, 'out.txt'))).toBe('old');
});
