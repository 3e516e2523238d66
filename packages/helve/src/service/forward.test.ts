import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CommandError,
  type Context,
  defineCommand,
  defineModule,
  inService,
  parameter,
  Registry,
  runCommand,
  text,
  worded,
} from '@helve/command';
import { Keeper, namedError } from '@helve/command/host';
import { type FlatCaller, sampleCaller } from '@helve/policy/testing';
import { ensureToken } from '@helve/settings';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { version } from '../../package.json';
import { forward } from './forward.ts';
import { takeLock } from './lock.ts';
import { PROTOCOL_VERSION } from './protocol.ts';
import { ServiceServer } from './server.ts';
import { writeState } from './state.ts';
import { tokenFile } from './token.ts';

/** As long as a busy machine may need. */
const POLL = { timeout: 20_000, interval: 5 };

/** A service in this process whose one command, `demo work`, is what a test makes of it. */
async function openService(
  work: (said: string, on: Pick<Context, 'progress' | 'signal' | 'reach'>) => Promise<unknown>,
) {
  const command = defineCommand({
    path: 'demo work',
    summary: 'Do what the test says',
    effect: 'inspect',
    input: v.object({ say: text('Any text') }),
    output: v.unknown(),
    examples: [],
    run: inService(async () => (input: { readonly say: string }, context: Context) => work(input.say, context)),
  });
  const actions = { work: async () => ({ command }) };
  const registry = new Registry([defineModule({ name: 'demo', summary: 'For tests', actions })]);
  const home = await mkdtemp(join(tmpdir(), 'helve-forward-'));
  ensureToken(tokenFile(home));
  const lock = takeLock(home, process.pid);
  const server = await ServiceServer.open({
    registry,
    version,
    home,
    keeper: new Keeper(home),
    umask: '22',
    port: 0,
    log: () => {},
    onLeave: () => {},
    isReplaced: () => false,
  });
  if (lock) writeState(home, { ...lock.holder, port: server.port, version, protocolVersion: PROTOCOL_VERSION });
  onTestFinished(async () => {
    await server.close();
    await rm(home, { recursive: true });
  });
  return {
    server,
    run: (say: string, more: FlatCaller = {}) =>
      runCommand(command, { say }, sampleCaller({ cwd: '/', env: {}, home, forward, ...more })),
  };
}

it('who waits hears how it goes, while it goes', async () => {
  let goOn = () => {};
  const { run } = await openService(async (said, { progress }) => {
    progress?.('begun');
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    progress?.(`two\nlines of ${said}`);
    return 'done';
  });
  const heard: string[] = [];
  const ran = run('é', { progress: (message) => heard.push(message) });
  await expect.poll(() => heard, POLL).toEqual(['begun']);
  goOn();
  expect(await ran).toEqual({ data: 'done', input: { say: 'é' }, warnings: [] });
  expect(heard).toEqual(['begun', 'two\nlines of é']);
});

it('who does not ask is not told, and gets the same answer', async () => {
  const { run } = await openService(async (_, { progress }) => {
    progress?.('begun');
    return 'done';
  });
  expect(await run('x')).toEqual({ data: 'done', input: { say: 'x' }, warnings: [] });
});

it('an error comes after progress as it comes without', async () => {
  const { run } = await openService(async (_, { progress }) => {
    progress?.('begun');
    throw new CommandError('NO_SPACE', 'no room');
  });
  const heard: string[] = [];
  await expect(run('x', { progress: (message) => heard.push(message) })).rejects.toMatchObject({ code: 'NO_SPACE' });
  await expect(run('x')).rejects.toMatchObject({ code: 'NO_SPACE' });
  expect(heard).toEqual(['begun']);
});

it('an error names parameters as the caller has them', async () => {
  const { run } = await openService(async () => {
    throw new CommandError('STALE', worded`Leave ${parameter('expectHash')} out`, {
      example: 'helve demo work --say x',
    });
  });
  const error = (await run('x').catch((thrown: unknown) => thrown)) as CommandError;
  expect(error).toMatchObject({ message: 'Leave --expect-hash out', hint: 'For example: helve demo work --say x' });
  expect(namedError(error, { parameter: (name) => name, offers: () => true })).toMatchObject({
    message: 'Leave expectHash out',
    hint: undefined,
  });
});

it('ten thousand reports and an answer of ten megabytes arrive whole and in order', async () => {
  const long = 'ü'.repeat(5_000_000);
  const { run } = await openService(async (_, { progress }) => {
    for (let count = 0; count < 10_000; count++) {
      progress?.(String(count));
      // Whoever reads needs a turn now and then: what they cannot take is left out.
      if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return long;
  });
  const heard: number[] = [];
  const { data } = await run('x', { progress: (message) => heard.push(Number(message)) });
  expect(data === long).toBe(true);
  expect(heard.length).toBeGreaterThan(0);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
});

it.each(['with progress', 'without'])('who stops waiting ends the work in the service, %s', async (how) => {
  const events: string[] = [];
  const { run, server } = await openService(async (_, { signal, progress }) => {
    progress('begun');
    events.push('began');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    events.push('ended');
  });
  const cancel = new AbortController();
  const ran = run('x', { signal: cancel.signal, ...(how === 'with progress' ? { progress: () => {} } : {}) });
  ran.catch(() => {});
  await expect.poll(() => events, POLL).toEqual(['began']);
  cancel.abort();
  await expect(ran).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect.poll(() => events, POLL).toEqual(['began', 'ended']);
  await expect.poll(() => server.busy, POLL).toBe(false);
});

it('whoever hands a command over is answered, also if they do so before it has arrived', async () => {
  const { run } = await openService(async (said, { reach: { handOver } }) => {
    if (!handOver) return `${said} cannot be`;
    if (!handOver.aborted) await new Promise((resolve) => handOver.addEventListener('abort', resolve, { once: true }));
    return `${said} is`;
  });
  expect((await run('it')).data).toBe('it cannot be');
  expect((await run('it', { handOver: AbortSignal.abort() })).data).toBe('it is');
});
