import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inWords, Registry, runCommand } from '@helve/command';
import { sampleCaller } from '@helve/policy/testing';
import { describe, expect, it } from 'vitest';
import { openSessions, processesOf, type SessionProject } from '../../testing/session-project.ts';
import { terminalModule } from '../module.ts';
import type { Output as ExecResult } from '../../commands/terminal/exec.ts';

const exec = async ({ run }: SessionProject, input: object) =>
  (await run('terminal exec', { background: true, ...input })).data as ExecResult;

describe('a run that may go on', () => {
  it('has the usual result if it ends in time, with both streams as one', async () => {
    const project = await openSessions();
    expect(await exec(project, { command: 'echo out; echo err >&2; exit 3' })).toEqual({
      status: 'error',
      exitCode: 3,
      stdout: 'out\nerr\n',
      stderr: '',
      merged: true,
      duration: expect.any(Number),
      workingDirectory: project.dir,
    });
    expect((await project.run('terminal history')).data).toMatchObject({ entries: [{ exitCode: 3, status: 'error' }] });
  });

  it('goes on as a session when the time is over, and is read on from there', async () => {
    const project = await openSessions();
    const { sessionId = '', ...result } = await exec(project, {
      command: 'echo first; read word; echo "second $word"',
      timeoutSeconds: 3,
    });
    expect(result).toMatchObject({
      status: 'timeout',
      exitCode: null,
      stdout: 'first\n',
      suggestion: `It continues as session ${sessionId}. Use CliRead to read more, CliStop to stop it.`,
    });
    await project.write(sessionId, 'word{enter}');
    const { exitCode } = await project.exit(sessionId);
    expect(exitCode).toBe(0);
    expect((await project.run('terminal session list')).data).toMatchObject({ sessions: [{ sessionId }] });
  });

  it('says which signal ended it', async () => {
    expect(await exec(await openSessions(), { command: 'kill -KILL $$' })).toMatchObject({
      status: 'error',
      exitCode: null,
      signal: 'SIGKILL',
    });
  });

  it('suggests what to do about a command that is not there', async () => {
    expect(await exec(await openSessions(), { command: 'gti status' })).toMatchObject({
      exitCode: 127,
      suggestion: expect.stringContaining('There is no command gti on PATH'),
    });
  });

  it('says which credential it asked for and did not get', async () => {
    const { run } = await openSessions({ NPM_TOKEN: 't' });
    const { data, warnings } = await run('terminal exec', { command: 'echo "[$NPM_TOKEN]"', background: true });
    expect({ data, warnings: warnings.map((warning) => inWords(warning)) }).toMatchObject({
      data: { stdout: '[]\n' },
      warnings: [expect.stringContaining('NPM_TOKEN was withheld')],
    });
  });

  it('names the file with all that is cut out of the middle', async () => {
    const { stdout, spilled } = await exec(await openSessions(), { command: 'seq 1 50000' });
    const file = spilled?.[0];
    const all = `${Array.from({ length: 50_000 }, (_, index) => index + 1).join('\r\n')}\r\n`;
    const kept = await readFile(file?.path ?? '', 'utf8');
    expect({ bytes: file?.bytes, isWhole: kept === all }).toEqual({ bytes: all.length, isWhole: true });
    expect(stdout).toMatch(/^1\n2\n[\s\S]*bytes left out\. All of it: [\s\S]*\n49999\n50000\n$/);
  });

  it('is not stopped by a pager', async () => {
    const { status, stdout } = await exec(await openSessions(), { command: 'seq 100 | "${PAGER:-less}"' });
    expect({ status, isWhole: stdout.endsWith('\n99\n100\n') }).toEqual({ status: 'success', isWhole: true });
  });

  it('is ended with all that it started when the call is cancelled', async () => {
    const { dir, home, keeper } = await openSessions();
    const cancel = new AbortController();
    const base = dirname(home);
    const call = runCommand(
      await new Registry([terminalModule]).get('terminal exec'),
      { command: 'setsid sleep 1000 & sleep 1000', background: true },
      sampleCaller({
        cwd: dir,
        env: { PATH: process.env.PATH, HOME: base, SHELL: '/bin/bash', TEST_BASE: base },
        home,
        keeper,
        signal: cancel.signal,
      }),
    );
    const sleepers = async () => (await processesOf(base)).filter((line) => line.startsWith('sleep')).length;
    await expect.poll(sleepers, { timeout: 30_000 }).toBe(2);
    cancel.abort();
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => processesOf(base), { timeout: 30_000 }).toEqual([]);
  });

  it('cannot have its streams apart', async () => {
    const { error } = await openSessions();
    for (const input of [{ saveTo: 'x' }, { captureStderr: false }]) {
      expect(await error('terminal exec', { command: 'true', background: true, ...input })).toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
  });

  it('leaves processes in the background when told to, and otherwise stops them', async () => {
    const project = await openSessions();
    const command = `rm -f up
      setsid sh -c 'echo up > up; exec sleep 1000' >/dev/null 2>&1 </dev/null &
      until [ -s up ]; do sleep 0.01; done; echo done`;
    expect(await exec(project, { command, keepChildren: true })).toMatchObject({
      leftRunning: [{ pid: expect.any(Number) }],
    });
    const ended = await exec(project, { command });
    expect({ stdout: ended.stdout, left: ended.leftRunning }).toEqual({ stdout: 'done\n', left: undefined });
    expect(await processesOf(dirname(project.home))).toHaveLength(1);
  });
});

describe('a run that may be handed over', () => {
  const handOver = () => new AbortController().signal;

  it('has the result of any other, without a terminal, and leaves no session behind', async () => {
    const project = await openSessions();
    const command = 'test -t 1 || echo no terminal; cat; echo err >&2; exit 3';
    const { data } = await project.run('terminal exec', { command }, { handOver: handOver() });
    expect(data).toMatchObject({ status: 'error', exitCode: 3, stdout: 'no terminal\nerr\n' });
    expect((await project.run('terminal session list')).data).toEqual({ sessions: [] });
  });

  it('is ended at the timeout with all that it started', async () => {
    const project = await openSessions();
    const command = 'echo begun; setsid sleep 1000 & sleep 1000';
    const { data } = await project.run('terminal exec', { command, timeoutSeconds: 3 }, { handOver: handOver() });
    expect(data).toMatchObject({ status: 'timeout', stdout: 'begun\n' });
    expect(data).not.toHaveProperty('sessionId');
    expect(await processesOf(dirname(project.home))).toEqual([]);
  });

  it('goes on as a session when it is, with what it printed before, and is read on from there', async () => {
    const project = await openSessions();
    const now = new AbortController();
    const told: string[] = [];
    const command = 'echo first; until [ -e go ]; do sleep 0.05; done; echo second';
    const progress = (message: string) => void told.push(message);
    const call = project.run('terminal exec', { command }, { handOver: now.signal, progress });
    await expect.poll(() => told, { timeout: 30_000 }).toEqual(['first']);
    expect((await project.run('terminal session list')).data).toEqual({ sessions: [] });
    now.abort();
    const { sessionId = '', ...result } = (await call).data as ExecResult;
    expect(result).toMatchObject({ stdout: 'first\n', suggestion: expect.stringContaining(`as session ${sessionId}`) });
    await writeFile(join(project.dir, 'go'), '');
    expect(await project.read(sessionId, { until: 'exit' })).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('second'),
    });
  });

  it('keeps its streams apart, and is not, where it must', async () => {
    const project = await openSessions();
    const input = { command: 'echo out; echo err >&2', saveTo: 'out.txt' };
    const { data } = await project.run('terminal exec', input, { handOver: handOver() });
    expect(data).toMatchObject({ status: 'success', stderr: 'err\n' });
    expect(data).not.toHaveProperty('merged');
  });
});
