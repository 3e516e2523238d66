import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bundleCall } from './testing/bundle.ts';
import { openCliTools } from './testing/cli-tools.ts';

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await delay(10);
}

it('a timeout ends all that a call started, and gives what was printed so far', async () => {
  const { error, running } = await openCliTools();
  const start = 'setsid sleep 987 & nohup sleep 987 >/dev/null 2>&1 & (setsid bash -c "sleep 987 & sleep 987" &) ';
  const report = await error(
    [`echo begun; echo why >&2; ${start}`, 'echo second; sleep 987', 'echo third'],
    {},
    { timeoutMs: 3000 },
  );
  expect(report).toMatchObject({
    code: 'TIMEOUT',
    message: 'The tool took longer than 3000 ms and was stopped: why',
    details: {
      timedOut: true,
      exitCode: null,
      steps: [{ stdout: 'begun\n', exitCode: 0 }, { stdout: 'second\n', exitCode: null }, { ran: false }],
    },
  });
  expect(running()).toEqual([]);
});

it('a template has a timeout of its own, and a call’s comes first', async () => {
  const { error } = await openCliTools();
  const tool = { commands: [{ command: 'sleep 987' }], timeout_ms: 300 };
  expect(await error(tool)).toMatchObject({ message: 'The tool took longer than 300 ms and was stopped' });
  expect(await error(tool, {}, { timeoutMs: 200 })).toMatchObject({
    message: 'The tool took longer than 200 ms and was stopped',
  });
});

it('what a call leaves in the background ends with it', async () => {
  const { value, running } = await openCliTools();
  expect(await value(['sleep 987 & setsid sleep 987 & echo done'])).toBe('done');
  expect(running()).toEqual([]);
});

it('an abort ends all that a call started', async () => {
  const controller = new AbortController();
  const { error, dir, running } = await openCliTools({ signal: controller.signal });
  const begun = error(['setsid sleep 987 & touch begun; sleep 987', 'echo never']);
  await until(() => existsSync(join(dir, 'begun')));
  controller.abort();
  expect(await begun).toMatchObject({ code: 'CANCELLED' });
  expect(running()).toEqual([]);
});

it('nothing runs once the call is aborted', async () => {
  const { error, dir } = await openCliTools({ signal: AbortSignal.abort() });
  expect(await error(['touch begun'])).toMatchObject({ code: 'CANCELLED' });
  expect(existsSync(join(dir, 'begun'))).toBe(false);
});

it('a shell that is killed is told by its signal', async () => {
  const { error } = await openCliTools();
  expect(await error(['echo one', 'echo two; kill -9 $$', 'echo three'])).toMatchObject({
    code: 'IO_FAILED',
    message: 'Step 1 of the tool ended with SIGKILL',
    details: { signal: 'SIGKILL', steps: [{ exitCode: 0 }, { stdout: 'two\n', exitCode: null }, { ran: false }] },
  });
});

it('a host that is killed leaves no process of a call', async () => {
  const { dir, home, host, running } = await openCliTools();
  const script = await bundleCall();
  const template = { call_template_type: 'cli', commands: [{ command: 'setsid sleep 987 & touch begun; sleep 987' }] };
  const child = spawn(process.execPath, [script, JSON.stringify({ root: dir, home: join(home, 'other'), template })], {
    env: host.env,
    stdio: 'inherit',
  });
  await until(() => existsSync(join(dir, 'begun')));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await until(() => running().length === 0);
  expect(running()).toEqual([]);
});

it('a gigabyte of output costs little memory, and all of it is in a file', async () => {
  const { dir, home, host } = await openCliTools();
  const script = await bundleCall();
  const commands = [{ command: 'head -c 1000000000 /dev/zero | tr "\\0" x; echo; echo end' }];
  const job = { root: dir, home, template: { call_template_type: 'cli', commands } };
  const child = spawn(process.execPath, [script, JSON.stringify(job)], {
    env: host.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await once(child, 'close');
  const { memory, result } = JSON.parse(printed) as {
    memory: number;
    result: { value: string; detail: { steps: { truncated: boolean; spill: { stdout: string } }[] } };
  };
  const [step] = result.detail.steps;
  expect(step).toMatchObject({ truncated: true });
  expect(statSync(step?.spill.stdout ?? '').size).toBe(1_000_000_005);
  expect(result.value).toMatch(/^x+\n\n\[999970005 of 1000000005 bytes left out\. All of it: .*\]\n\nx+\nend$/);
  expect(memory).toBeLessThan(64 * 1024 * 1024);
});

it('a value of some megabytes is whole', async () => {
  const { call } = await openCliTools();
  const { value, steps } = await call(['printf "["; for i in {1..200000}; do printf "%d," "$i"; done; printf "0]"']);
  expect(value).toHaveLength(200_001);
  expect(readFileSync(steps[0]?.spill?.stdout ?? '', 'utf8')).toHaveLength(1_288_895 + 3);
});

it('folders that killed hosts left behind are removed after a day', async () => {
  const tools = await openCliTools();
  await tools.value(['true']);
  const old = join(tools.home, 'utcp', 'calls', 'call-old');
  writeFileSync(old, '');
  await openCliTools({ home: tools.home, now: () => Date.now() + 25 * 60 * 60 * 1000 }).then(({ value }) =>
    value(['true']),
  );
  expect(existsSync(old)).toBe(false);
});
