import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { authorityOf, createPolicy, OPEN_POLICY, parseRule } from '@helve/policy';
import { type VanishingSocket, vanishingSocket } from '@helve/processes/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Output as ExecResult } from '../../commands/terminal/exec.ts';
import { openSessions } from '../../testing/session-project.ts';

/** A project with a folder beside it. */
async function openProject(env: Readonly<Record<string, string>> = {}) {
  const project = await openSessions(env);
  const other = join(project.dir, '../other');
  await mkdir(other);
  const written = () => Promise.all([project.dir, other].map((folder) => readdir(folder)));
  const exec = async (input: object) => (await project.run('terminal exec', input)).data as ExecResult;
  return { ...project, other, exec, written };
}

const WRITE = 'echo x > here; echo x > "$TMPDIR/temp" && cat "$TMPDIR/temp"; cd ../project && echo x > there';

describe('a run in the sandbox', () => {
  it('writes in the project and in temp, also when it starts elsewhere', async () => {
    const { exec, written } = await openProject();
    expect(await exec({ command: WRITE, workingDirectory: '../other', sandbox: true })).toMatchObject({
      status: 'success',
      stdout: 'x\n',
      stderr: expect.stringMatching(/here: Read-only file system/),
    });
    expect(await written()).toEqual([['there'], []]);
  });

  it('has a network only if it is allowed', async () => {
    const { exec } = await openProject();
    const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const command = `exec 3<>/dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port} && echo reached`;
    expect(await exec({ command, sandbox: true })).toMatchObject({ status: 'error', stdout: '' });
    expect(await exec({ command, sandbox: true, network: true })).toMatchObject({ stdout: 'reached\n' });
  });

  it('fails by itself when it prints what a sandbox prints that failed to start', async () => {
    const { exec } = await openProject();
    const command = `echo "bwrap: Can't mount" >&2; exit 1`;
    expect(await exec({ command, sandbox: true })).toMatchObject({ status: 'error', exitCode: 1 });
  });

  it('is ended at the timeout with all that it started', async () => {
    const { exec } = await openProject();
    const command = 'echo started; setsid sleep 1000 & env -i setsid sleep 1000 & sleep 1000';
    expect(await exec({ command, sandbox: true, timeoutSeconds: 3 })).toMatchObject({
      status: 'timeout',
      stdout: 'started\n',
    });
  });

  it('leaves nothing running in the background', async () => {
    const { exec } = await openProject();
    const result = await exec({ command: 'setsid sleep 1000 & echo done', sandbox: true });
    expect(result).toMatchObject({ status: 'success', stdout: 'done\n' });
    expect(result.leftRunning).toBeUndefined();
  });

  it('gets no credentials, whatever the call allows', async () => {
    const { exec } = await openProject({
      API_KEY: 'SECRET1',
      DB: 'postgres://u:SECRET2@h/d',
      GIT: `ghp_${'S'.repeat(36)}`,
    });
    const { stdout } = await exec({
      command: 'env; cat /proc/1/environ',
      sandbox: true,
      allowEnv: ['API_KEY', 'DB', 'GIT'],
    });
    expect(stdout).not.toMatch(/SECRET|ghp_/);
  });

  it('is kept to the deny rules of its caller', async () => {
    const { dir, home, run } = await openProject();
    await writeFile(join(dir, '.env'), 'SECRET');
    await writeFile(join(dir, 'kept'), 'kept');
    await writeFile(join(dir, 'script.sh'), 'cat .env; echo x > kept; echo ran');
    const rules = ['Read(**/.env)', 'Edit(kept)'].map((text) => parseRule('deny', text, 'test'));
    const base = { root: dir, home };
    const policy = await createPolicy({ mode: 'bypassPermissions', modeSource: 't', rules, base, cwd: dir });
    const { data } = await run(
      'terminal exec',
      { script: 'script.sh', sandbox: true },
      { authority: authorityOf(policy) },
    );
    expect(data).toMatchObject({ stdout: 'ran\n' });
    expect(await readFile(join(dir, 'kept'), 'utf8')).toBe('kept');
    const hidden = {
      suggestion: `The sandbox hides from programs: ${join(dir, '.env')} by deny: Read(**/.env) (test).`,
    };
    for (const line of ['cat .env', `node -e "fs.readFileSync('.env')"`, 'grep x .env', '. ./.env']) {
      await writeFile(join(dir, 'fail.sh'), line);
      const input = { script: 'fail.sh', sandbox: true };
      const failed = await run('terminal exec', input, { authority: authorityOf(policy) });
      expect(failed.data).toMatchObject({ suggestion: expect.stringContaining(hidden.suggestion) });
    }
    const other = { command: 'cat missing.txt', sandbox: true };
    expect((await run('terminal exec', other, { authority: authorityOf(policy) })).data).not.toMatchObject({
      suggestion: expect.stringContaining('hides'),
    });
  });
});

describe('a session in the sandbox', () => {
  it('is a shell that writes in the project and in temp, and nowhere else', async () => {
    const { start, write, stop, written } = await openProject();
    const { sessionId } = await start({ workingDirectory: '../other', sandbox: true });
    expect(await write(sessionId, `${WRITE}{enter}`)).toMatchObject({
      responseOutput: expect.stringContaining('Read-only file system'),
      waitingForInput: true,
    });
    await stop(sessionId);
    expect(await written()).toEqual([['there'], []]);
  });
});

it('a network is allowed to sandboxes only', async () => {
  const { error } = await openProject();
  expect(await error('terminal exec', { command: 'true', network: true })).toMatchObject({ code: 'INVALID_INPUT' });
});

describe('a sandbox that a vanished file kept from being set up is started again', () => {
  /** Calls a command whose programs are confined to this. */
  async function callIn({ project, confinement }: VanishingSocket, path: string, input: object) {
    const sessions = await openSessions();
    const authority = { ...authorityOf(OPEN_POLICY), authorise: () => Promise.resolve({ confinement }) };
    const { data } = await sessions.run(path, { workingDirectory: project, ...input }, { authority });
    return { ...sessions, data };
  }

  it.each([{}, { background: true }])('by terminal exec with %o', async (input) => {
    const socket = vanishingSocket(2);
    const { data } = await callIn(socket, 'terminal exec', { command: socket.command, raw: false, ...input });
    expect(data).toMatchObject({ status: 'success', exitCode: 0, stdout: 'ran\n', stderr: '' });
    expect(socket.runs()).toEqual({ written: 'x\n', plans: 3 });
  });

  it('by terminal session start', async () => {
    const socket = vanishingSocket(2);
    const { data, exit } = await callIn(socket, 'terminal session start', { command: socket.command });
    const { screen } = await exit((data as { readonly sessionId: string }).sessionId);
    expect(screen?.rows.filter((row) => row !== '')).toEqual(['ran']);
    expect(socket.runs()).toEqual({ written: 'x\n', plans: 3 });
  });
});
