import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Output as ExecResult } from '../../commands/terminal/exec.ts';
import { openSessions } from '../../testing/session-project.ts';

/** A project with a temp folder of its own and two folders beside it. */
async function openProject() {
  const temp = await mkdtemp(join(tmpdir(), 'helve-temp-'));
  onTestFinished(() => rm(temp, { recursive: true }));
  const project = await openSessions({ TMPDIR: temp });
  const [other, outside] = [join(project.dir, '../other'), join(project.dir, '../outside')];
  await Promise.all([mkdir(other), mkdir(outside)]);
  const written = () => Promise.all([project.dir, other, temp, outside].map((folder) => readdir(folder)));
  const exec = async (input: object) => (await project.run('terminal exec', input)).data as ExecResult;
  return { ...project, exec, written };
}

const WRITE = 'echo x > here; echo x > "$TMPDIR/temp"; echo x > ../outside/x; cd ../project && echo x > there';

async function startServer(): Promise<number> {
  const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a run in a sandbox', () => {
  it('writes where it works, in the project and in temp, and nowhere else', async () => {
    const { exec, written } = await openProject();
    expect(await exec({ command: WRITE, workingDirectory: '../other', sandbox: true })).toMatchObject({
      status: 'success',
      stderr: expect.stringMatching(/outside\/x: Read-only file system/),
    });
    expect(await written()).toEqual([['there'], ['here'], ['temp'], []]);
  });

  it('has a network only if it is allowed', async () => {
    const { exec } = await openProject();
    const command = `exec 3<>/dev/tcp/127.0.0.1/${await startServer()} && echo reached`;
    expect(await exec({ command, sandbox: true })).toMatchObject({ status: 'error', stdout: '' });
    expect(await exec({ command, sandbox: true, network: true })).toMatchObject({ stdout: 'reached\n' });
  });

  it('is ended at the timeout with all that it started', async () => {
    const { exec } = await openProject();
    const command = 'echo begun; setsid sleep 1000 & sleep 1000';
    expect(await exec({ command, sandbox: true, timeoutSeconds: 3 })).toMatchObject({
      status: 'timeout',
      stdout: 'begun\n',
    });
  });
});

describe('a session in a sandbox', () => {
  it('is a shell that writes in the project and in temp, and nowhere else', async () => {
    const { start, write, stop, written } = await openProject();
    const { sessionId } = await start({ workingDirectory: '../other', sandbox: true });
    expect(await write(sessionId, `${WRITE}{enter}`)).toMatchObject({
      responseOutput: expect.stringContaining('Read-only file system'),
      waitingForInput: true,
    });
    await stop(sessionId);
    expect(await written()).toEqual([['there'], ['here'], ['temp'], []]);
  });
});

describe('where a sandbox cannot be had', () => {
  it.each(['terminal exec', 'terminal session start'])('%s runs nothing', async (path) => {
    const project = await openSessions({ PATH: '/nonexistent' });
    expect(await project.error(path, { command: 'echo x > here', sandbox: true })).toMatchObject({
      code: 'UNAVAILABLE',
      details: { failures: expect.arrayContaining([expect.stringContaining('there is no')]) },
    });
    expect(await readdir(project.dir)).toEqual([]);
    expect(await readdir(dirname(project.dir))).toEqual(['project']);
  });
});

it('a network is allowed to sandboxes only', async () => {
  const { error } = await openProject();
  expect(await error('terminal exec', { command: 'true', network: true })).toMatchObject({ code: 'INVALID_INPUT' });
});
