import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { runGit } from './git.ts';
import { prepareProgram, requireStarted } from './prepare.ts';
import { runProgram } from './run.ts';
import { GIT_ENV, type VanishingSocket, vanishingSocket } from './testing/index.ts';

const NEVER = new AbortController().signal;
const ENV = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };

async function run({ project, confinement, command }: VanishingSocket, timeoutMs = 60_000) {
  const start = { program: '/bin/sh', args: ['-c', command], cwd: project, env: ENV };
  const program = await prepareProgram(start, confinement);
  let [stdout, stderr] = ['', ''];
  const { outcome, exitCode } = await runProgram({
    ...program,
    outerRun: undefined,
    timeoutMs,
    signal: NEVER,
    keepChildren: false,
    stdout: (chunk) => {
      stdout += chunk.toString();
      return undefined;
    },
    stderr: (chunk) => {
      stderr += chunk.toString();
      return undefined;
    },
  }).finally(program.release);
  return { outcome, exitCode, stdout, stderr, check: () => requireStarted(program, exitCode, stderr) };
}

it('a sandbox that cannot be set up because a file vanished is planned again, and the program runs once', async () => {
  const socket = vanishingSocket(2);
  const { check, ...result } = await run(socket);
  expect(result).toEqual({ outcome: 'exited', exitCode: 0, stdout: 'ran\n', stderr: '' });
  check();
  expect(socket.runs()).toEqual({ written: 'x\n', plans: 3 });
});

it('a sandbox that can never be set up fails with its last reason, and the program does not run', async () => {
  const socket = vanishingSocket(Number.POSITIVE_INFINITY);
  const { check, stdout, stderr } = await run(socket);
  expect(check).toThrow(/^The sandbox failed to start, so the program did not run: Can't .*socket/);
  expect({ stdout, lines: stderr.trim().split('\n').length }).toEqual({ stdout: '', lines: 1 });
  expect(socket.runs()).toEqual({ written: '', plans: 8 });
});

it('a program that fails in its sandbox is not started again', async () => {
  const socket = vanishingSocket(0);
  const { exitCode, stderr } = await run({ ...socket, command: `${socket.command}; echo bwrap: no >&2; exit 1` });
  expect({ exitCode, stderr, ...socket.runs() }).toEqual({
    exitCode: 1,
    stderr: 'bwrap: no\n',
    written: 'x\n',
    plans: 1,
  });
});

it('a missing program is not looked for again', async () => {
  const socket = vanishingSocket(0);
  const program = await prepareProgram(
    { program: 'helve-missing-program', args: [], cwd: socket.project, env: ENV },
    socket.confinement,
  );
  const take = () => undefined;
  const plan = { outerRun: undefined, timeoutMs: 60_000, signal: NEVER, keepChildren: false, stdout: take };
  await runProgram({ ...program, ...plan, stderr: take }).finally(program.release);
  expect([program.started(), socket.runs()]).toEqual([false, { written: '', plans: 1 }]);
});

it('git is started again too', async () => {
  const socket = vanishingSocket(1);
  execFileSync('git', ['init', '-q', socket.project], { env: { ...process.env, ...GIT_ENV } });
  const alias = `alias.note=!${socket.command}`;
  const { exitCode, stdout, stderr } = await runGit({
    args: ['note'],
    effect: 'execute',
    cwd: socket.project,
    env: { ...ENV, ...GIT_ENV },
    signal: NEVER,
    confinement: socket.confinement,
    settings: [alias],
  });
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: 'ran\n', stderr: '' });
  expect(socket.runs()).toEqual({ written: 'x\n', plans: 2 });
});
