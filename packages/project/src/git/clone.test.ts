import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { GIT_ENV } from '@helve/processes/testing';
import { openGitProject, withOrigin } from '../testing/repository.ts';

/** A server on loopback for one test; gives its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Programs that run with this text among their arguments. */
function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
}

it.each([false, true])('leaves no file and no process when it is cancelled (target exists: %s)', async (exists) => {
  const controller = new AbortController();
  const project = await openGitProject({}, { signal: controller.signal });
  if (exists) await mkdir(join(project.dir, 'x'));
  let asked = false;
  const url = await serve(() => {
    // Never answers.
    asked = true;
  });
  const failed = project.error('git clone', { url: `${url}/x.git`, path: 'x' });
  await vi.waitFor(() => expect(asked).toBe(true), { timeout: 30_000 });
  controller.abort();
  expect(await failed).toMatchObject({ code: 'CANCELLED' });
  await vi.waitFor(() => expect(processesWith(url)).toEqual([]), { timeout: 30_000 });
  expect(await readdir(project.dir)).toEqual(exists ? ['.git', 'x'] : ['.git']);
  expect(await readdir(join(project.dir, 'x')).catch(() => [])).toEqual([]);
});

it('reports how far it is', async () => {
  const lines: string[] = [];
  const project = await openGitProject({ 'a.txt': '1\n' }, { progress: (line) => lines.push(line) });
  const { origin } = withOrigin(project);
  await project.run('git clone', { url: `file://${origin}`, path: 'copy' });
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Cloning into/),
      expect.stringMatching(/^Receiving objects: 100% \(3\/3\)/),
    ]),
  );
  expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
});

it('takes a branch and only so much of the history', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  project.git('commit', '-q', '--allow-empty', '-m', 'second');
  const { origin } = withOrigin(project);
  project.git('push', '-q', 'origin', 'main:other');
  expect(
    await project.data('git clone', { url: `file://${origin}`, path: 'copy', branch: 'other', depth: 1 }),
  ).toMatchObject({ path: 'copy', branch: 'other' });
  expect(project.git('-C', 'copy', 'log', '--format=%s')).toBe('second\n');
});

it('asks the program for passwords that the environment names, and no other', async () => {
  const seen: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization);
    if (request.headers.authorization === undefined) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
    } else {
      response.writeHead(404).end();
    }
  });
  const env: Record<string, string | undefined> = { ...GIT_ENV };
  const project = await openGitProject({}, { env });
  const answer = project.beside('answer.sh');
  await writeFile(answer, '#!/bin/sh\necho token\n');
  await chmod(answer, 0o755);
  env.SSH_ASKPASS = answer;
  expect(await project.error('git clone', { url: `${url}/x.git` })).toMatchObject({ code: 'AUTH_REQUIRED' });
  env.GIT_ASKPASS = answer;
  expect(await project.error('git clone', { url: `${url}/x.git` })).toMatchObject({ code: 'NOT_FOUND' });
  const basic = `Basic ${Buffer.from('token:token').toString('base64')}`;
  expect(seen.filter((value) => value !== undefined)).toEqual(expect.arrayContaining([basic]));
  expect(existsSync(join(project.dir, 'x'))).toBe(false);
});

it('clones into a folder named after the repository, and not into one that is in use', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  withOrigin(project);
  expect(await project.data('git clone', { url: '../origin.git' })).toMatchObject({ path: 'origin', branch: 'main' });
  expect(await project.error('git clone', { url: '../origin.git' })).toMatchObject({ code: 'ALREADY_EXISTS' });
});

it('leaves no folder when a clone fails', async () => {
  const project = await openGitProject();
  expect(await project.error('git clone', { url: '../gone.git', path: 'x/y/z' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(existsSync(join(project.dir, 'x'))).toBe(false);
});

it('says at once that a remote wants credentials', async () => {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const project = await openGitProject();
  expect(await project.error('git clone', { url: `http://127.0.0.1:${port}/x.git` })).toMatchObject({
    code: 'AUTH_REQUIRED',
  });
  expect(existsSync(join(project.dir, 'x'))).toBe(false);
});
