import { readProcesses } from '@helve/processes';
import { afterAll, expect, it } from 'vitest';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { lockHolder } from '../../packages/helve/src/service/lock.ts';
import { runBinary } from '../kit/helve.ts';
import { usePages } from '../kit/pages.ts';
import { COUNTER } from './pages.ts';

const pages = usePages({ '/': COUNTER });
const home = await mkdtemp(join(tmpdir(), 'helve-launch-'));
afterAll(async () => {
  await stopService(home);
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function program(name: string, script: string): Promise<string> {
  const file = join(home, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

async function helve(...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: home, HELVE_HOME: home };
  const { code, stdout, stderr } = await runBinary(args, { cwd: home, env });
  return { code, stderr, answer: JSON.parse(stdout) };
}

/** A browser of ours runs, whatever was before. */
async function launched() {
  expect(await helve('browser', 'launch', '--headless')).toMatchObject({ code: 0 });
}

const browsersLeft = () => readProcesses().filter((entry) => entry.command().includes(join(home, 'browsers'))).length;

it('two commands are the whole set-up, and the third reads a page', async () => {
  const launched = await helve('browser', 'launch', '--headless');
  expect(launched).toMatchObject({
    code: 0,
    stderr: '',
    answer: {
      protocol_version: 1,
      ok: true,
      data: { browser: 'default', headless: true, started: true },
      replay: false,
    },
  });
  const opened = await helve('browser', 'tab', 'open', '--url', `${pages.origin}/`);
  const { session } = opened.answer.data;
  expect(await helve('browser', 'text', '-s', session, '--selector', 'h1')).toMatchObject({
    code: 0,
    answer: { data: { text: 'Counter' }, page: { title: 'Counter' } },
  });
  expect(await helve('browser', 'click', '-s', session, '--selector', '#none')).toMatchObject({
    code: 1,
    stderr: '',
    answer: { ok: false, error: { code: 'ELEMENT_NOT_FOUND', category: 'target', retry: 'conditional' } },
  });
  expect(await helve('browser', 'click', '-s', session)).toMatchObject({ code: 2, answer: { ok: false } });
  expect(await helve('browser', 'launch', '--headless')).toMatchObject({
    answer: { data: { pid: launched.answer.data.pid, started: false } },
  });
});

it('--verbose follows one request by its id, on stderr and without the token', async () => {
  await launched();
  const { session } = (await helve('browser', 'tab', 'open', '--url', `${pages.origin}/`)).answer.data;
  const token = (await readFile(join(home, 'token'), 'utf8')).trim();
  for (const [selector, exitCode, errorCode] of [
    ['h1', 0, undefined],
    ['#none', 1, 'ELEMENT_NOT_FOUND'],
  ] as const) {
    const { code, stderr, answer } = await helve('browser', 'text', '-s', session, '--selector', selector, '-v');
    const entries = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const { id: requestId } = answer;
    expect(code).toBe(exitCode);
    expect(entries).toEqual(entries.map(() => expect.objectContaining({ requestId, action: 'browser text', session })));
    expect(entries[0]).toMatchObject({ event: 'start' });
    expect(entries.at(-1)).toMatchObject({
      event: 'end',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
      httpStatus: 200,
      elapsed: expect.any(Number),
      exitCode,
      ...(errorCode ? { errorCode } : {}),
    });
    expect(stderr).not.toContain(token);
    // The same id is what the relay and the extension remember it by.
    expect((await helve('browser', 'debug', 'log', '-s', session, '--id', requestId)).answer).toMatchObject({
      data: { entries: [{ id: requestId, action: 'text' }] },
    });
  }
});

it('says how to go on where a browser cannot be used', async () => {
  const launch = (file: string) =>
    helve('browser', 'launch', '--profile', 'odd', '--timeout', '3000', '--program', file);
  expect(await launch(await program('google-chrome', 'exec sleep 60'))).toMatchObject({
    code: 1,
    answer: {
      error: {
        code: 'PROGRAM_MISSING',
        message: expect.stringContaining('since version 137 loads no extension'),
        suggestedAction: expect.stringMatching(/"Load unpacked" and the folder \/.*; then run helve browser pair/),
      },
    },
  });
  expect(await launch(await program('odd-browser', 'exec sleep 60'))).toMatchObject({
    answer: { error: { code: 'NO_EXTENSION', message: expect.stringContaining('did not connect') } },
  });
  expect(await launch('no-such-browser')).toMatchObject({
    answer: { error: { code: 'PROGRAM_MISSING', message: expect.stringContaining('no-such-browser is no program') } },
  });
  expect(await helve('browser', 'close', '--profile', 'odd')).toMatchObject({ answer: { data: { closed: false } } });
});

it('ends when it is closed, and a second start with the same profile is the same browser', async () => {
  await launched();
  expect(await helve('browser', 'close')).toMatchObject({
    code: 0,
    answer: { data: { browser: 'default', closed: true } },
  });
  expect(browsersLeft()).toBe(0);
  expect(await helve('browser', 'close')).toMatchObject({ answer: { data: { closed: false } } });
  await helve('browser', 'launch', '--headless', '--program', '/usr/bin/chromium');
  const { answer } = await helve('browser', 'status');
  expect(answer.data.browsers).toMatchObject([{ name: 'default', connected: true, launched: true }]);
});

it('ends when it is paired no more, and can be started anew', async () => {
  await launched();
  // Its profile still has the token that is void now: nothing may come of that, however the two starts meet.
  for (let round = 0; round < 3; round++) {
    expect(await helve('browser', 'unpair', '--name', 'default')).toMatchObject({ code: 0 });
    expect(browsersLeft()).toBe(0);
    expect(await helve('browser', 'launch', '--headless')).toMatchObject({
      code: 0,
      answer: { data: { started: true } },
    });
  }
});

it('ends with the service, also when that is killed', async () => {
  await launched();
  expect(browsersLeft()).toBeGreaterThan(0);
  process.kill(lockHolder(home)?.pid ?? 0, 'SIGKILL');
  await expect.poll(browsersLeft, { timeout: 15_000 }).toBe(0);
  await launched();
  await helve('service', 'stop');
  expect(browsersLeft()).toBe(0);
});
