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

const pages = usePages({
  '/': COUNTER,
  '/framed': ({ headers: { host = '' } }, response) =>
    void response
      .setHeader('Content-Type', 'text/html')
      .end(`<title>Framed</title><h1>Framed</h1><iframe src="http://${host.replace('127.0.0.1', 'localhost')}/words">`),
  '/words': `<p>${'Many words in other letters: äöüß éèê. '.repeat(40)}</p><b>bold</b><i>slanted</i>`,
});
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
    const fields = ['requestId', 'action', 'session', 'url', 'elapsed', 'httpStatus', 'errorCode'];
    for (const entry of entries) expect(Object.keys(entry)).toEqual(expect.arrayContaining(fields));
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
    helve('browser', 'launch', '--headless', '--profile', 'odd', '--timeout', '3000', '--program', file);
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
    answer: {
      error: {
        code: 'PROGRAM_MISSING',
        message: expect.stringContaining('no-such-browser is not an executable program'),
      },
    },
  });
  expect(await helve('browser', 'close', '--profile', 'odd')).toMatchObject({ answer: { data: { closed: false } } });
});

it('says at once that there is no display, or why the browser ended, and offers to run without a window', async () => {
  const noWindow = 'helve browser launch --headless';
  expect(await helve('browser', 'launch', '--profile', 'windowed', '--timeout', '600000')).toMatchObject({
    code: 1,
    answer: {
      error: {
        code: 'UNAVAILABLE',
        message: expect.stringContaining('There is no display'),
        suggestedAction: expect.stringContaining(noWindow),
      },
    },
  });
  const file = await program('ends-early', 'echo "Missing X server" >&2; exit 1');
  const words = ['browser', 'launch', '--headless', '--profile', 'early', '--timeout', '600000', '--program', file];
  expect(await helve(...words)).toMatchObject({
    code: 1,
    answer: {
      error: {
        code: 'UNAVAILABLE',
        message: expect.stringContaining('ended before its extension connected: Missing X server'),
        suggestedAction: expect.stringContaining(noWindow),
      },
    },
  });
});

it('prints pages to PDF files, without frames that may not be read', async () => {
  await launched();
  const { session } = (await helve('browser', 'tab', 'open', '--url', `${pages.origin}/framed`)).answer.data;
  // Another tab with the same address is not the one that is meant.
  await helve('browser', 'tab', 'open', '--url', `${pages.origin}/framed`);
  const print = async () => {
    const { answer } = await helve('browser', 'pdf', '-s', session, '--output-dir', 'out');
    expect(answer).toMatchObject({ ok: true, data: { file: expect.stringMatching(/out\/page-.*\.pdf$/) } });
    const bytes = await readFile(answer.data.file as string);
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(bytes.length).toBe(answer.data.size);
    return bytes.length;
  };
  const whole = await print();
  await writeFile(join(home, 'settings.json'), JSON.stringify({ browser: { deny: ['read(localhost)'] } }));
  expect(await print()).toBeLessThan(whole * 0.8);
  await rm(join(home, 'settings.json'));
});

it('is known to have ended as soon as it was killed, also to those who wait for it', async () => {
  await launched();
  const { session } = (await helve('browser', 'tab', 'open', '--url', `${pages.origin}/`)).answer.data;
  const { pid } = (await helve('browser', 'launch', '--headless')).answer.data;
  const wait = helve(
    'browser',
    'wait',
    '-s',
    session,
    '--strategy',
    'text',
    '--target',
    'not there',
    '--timeout',
    '600000',
  );
  await expect
    .poll(async () => (await helve('browser', 'status')).answer.data.wsClients[0]?.pending, { timeout: 15_000 })
    .toBe(1);
  process.kill(pid, 'SIGKILL');
  // It would wait for ten minutes.
  expect(await wait).toMatchObject({ code: 1, answer: { error: { code: 'WS_DISCONNECTED' } } });
  expect(await helve('browser', 'text', '-s', session, '--timeout', '600000')).toMatchObject({
    code: 1,
    answer: { error: { code: 'NO_EXTENSION' } },
  });
  await expect
    .poll(async () => (await helve('browser', 'status')).answer.data.browsers)
    .toMatchObject([{ name: 'default', connected: false, launched: false }]);
  await launched();
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
