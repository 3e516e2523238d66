import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';
import { connect } from './kit/mcp.ts';
import { openServiceSandbox, type ServiceSandbox } from './kit/service.ts';

interface Answer {
  readonly ok: boolean;
  readonly data: {
    readonly sessionId: string;
    readonly output: string;
    readonly responseOutput: string;
    readonly isRunning?: boolean;
    readonly dropped?: number;
    readonly entries?: readonly { readonly command: string }[];
  };
  readonly error?: { readonly code: string; readonly details?: object };
  readonly warnings?: readonly string[];
}

async function terminal({ helve }: Pick<ServiceSandbox, 'helve'>, ...args: string[]): Promise<Answer> {
  return JSON.parse((await helve(['terminal', ...args])).stdout) as Answer;
}

const session = (sandbox: ServiceSandbox, action: string, id: string, ...args: string[]) =>
  terminal(sandbox, 'session', action, '--session-id', id, ...args);

it('20 sessions of the service print at once, and all of it can be read', async () => {
  const sandbox = await openServiceSandbox();
  await sandbox.start();
  const ids = Array.from({ length: 20 }, (_, index) => `printer-${index}`);
  const read = async (id: string) => {
    const started = await session(sandbox, 'start', id, '--command', 'read go; seq 1 20000');
    expect(started).toMatchObject({ ok: true });
    const written = await session(sandbox, 'write', id, '--input', '{enter}');
    const { data } = await session(sandbox, 'read', id, '--until', 'exit', '--max-bytes', '1000000');
    return `${written.data.responseOutput}${data.output}`.trimStart();
  };
  const expected = `${Array.from({ length: 20_000 }, (_, index) => index + 1).join('\n')}\n`;
  const printed = await Promise.all(ids.map(read));
  expect(printed.filter((text) => text === expected)).toHaveLength(20);
}, 120_000);

describe('HELVE_MAX_SESSIONS', () => {
  it('is how many sessions the service lets run', async () => {
    const sandbox = await openServiceSandbox();
    sandbox.env.HELVE_MAX_SESSIONS = '2';
    await sandbox.start();
    for (const id of ['a', 'b'])
      expect(await session(sandbox, 'start', id, '--command', 'cat')).toMatchObject({ ok: true });
    expect(await session(sandbox, 'start', 'c')).toMatchObject({
      error: { code: 'UNAVAILABLE', details: { limit: 2, sessions: ['a', 'b'] } },
    });
    await session(sandbox, 'stop', 'a');
    expect(await session(sandbox, 'start', 'c')).toMatchObject({ ok: true });
  });

  it('is how many sessions an MCP server lets run', async () => {
    const sandbox = await openSandbox();
    sandbox.env.HELVE_MAX_SESSIONS = '1';
    const client = await connect(sandbox, ['--tools', 'cli']);
    expect(await client.call('CliSession', { command: 'cat' })).toMatchObject({
      structuredContent: { status: 'started' },
    });
    expect(await client.call('CliSession', { command: 'cat' })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^UNAVAILABLE: The limit of 1 sessions is reached: session-\w+ \(cat\)\n/) },
      ],
      _meta: { 'helve/error': { code: 'UNAVAILABLE', details: { limit: 1 } } },
    });
  });

  it('is refused when it is no number', async () => {
    const sandbox = await openServiceSandbox();
    sandbox.env.HELVE_MAX_SESSIONS = 'many';
    await sandbox.start();
    expect(await session(sandbox, 'start', 'a')).toMatchObject({ ok: false, error: { code: 'INVALID_SETTINGS' } });
  });
});

it('keeps as much of sessions, and as many, as the environment of the service says', async () => {
  const sandbox = await openServiceSandbox();
  Object.assign(sandbox.env, { HELVE_SESSION_MB: '1', HELVE_KEEP_SESSIONS: '1', HELVE_KEEP_SESSION_DAYS: '1' });
  await sandbox.start();
  for (const id of ['a', 'b']) {
    await session(sandbox, 'start', id, '--command', 'read go; seq 1 300000');
    await session(sandbox, 'write', id, '--input', '{enter}', '--timeout-seconds', '0');
    const exited = async () => (await session(sandbox, 'read', id, '--view', 'screen')).data.isRunning;
    await expect.poll(exited, { timeout: 30_000 }).toBe(false);
    const exported = await session(sandbox, 'export', id, '--to', `${id}.cast`);
    expect(exported.data.dropped).toBeGreaterThan(1_000_000);
  }
  await session(sandbox, 'start', 'c', '--command', 'cat');
  expect((await readdir(join(sandbox.home, 'sessions'))).sort()).toEqual(['b', 'c']);
});

it('a rule that denies a command holds for what is typed into a shell that the service keeps', async () => {
  const sandbox = await openServiceSandbox();
  await session(sandbox, 'start', 'a');
  const settings = { permissions: { deny: ['Bash(curl *)'] } };
  await writeFile(join(sandbox.home, 'settings.json'), JSON.stringify(settings));
  const type = (input: string) => session(sandbox, 'write', 'a', '--input', input);
  expect(await type('curl http://127.0.0.1:1/{enter}')).toMatchObject({
    ok: false,
    error: { code: 'PERMISSION_DENIED', details: { rule: 'Bash(curl *)' } },
  });
  expect(await type('cat{enter}')).toMatchObject({ ok: true });
  expect(await type('curl is text here{enter}')).toMatchObject({ ok: true });
  const history = await terminal(sandbox, 'history', '--session-id', 'a');
  expect(history.data.entries?.map(({ command }) => command)).toEqual(['cat']);
});

describe('a run in the background', () => {
  const command = 'echo first; read word; echo "got $word"';

  it('goes on in the service after its time, and the next process reads on', async () => {
    const sandbox = await openServiceSandbox();
    await terminal(sandbox, 'exec', '--command', 'true');
    expect(await sandbox.status()).toMatchObject({ running: false });
    await sandbox.start();
    const { data } = await terminal(sandbox, 'exec', '--command', command, '--background', '--timeout-seconds', '3');
    expect(data).toMatchObject({ status: 'timeout', stdout: 'first\n', sessionId: expect.any(String) });
    const written = await session(sandbox, 'write', data.sessionId, '--input', 'it{enter}');
    const read = await session(sandbox, 'read', data.sessionId, '--until', 'exit');
    expect(read).toMatchObject({ data: { isRunning: false, exitCode: 0 } });
    expect(written.data.responseOutput + read.data.output).toContain('got it\n');
  });

  it('goes on in an MCP server', async () => {
    const client = await connect(await openSandbox(), ['--tools', 'cli']);
    const { structuredContent } = await client.call('CliRun', { command, background: true, timeout: 3 });
    expect(structuredContent).toMatchObject({ status: 'timeout', stdout: 'first\n', merged: true });
    const sessionId = String(structuredContent?.sessionId);
    const written = await client.call('CliWrite', { sessionId, input: 'it{enter}' });
    const read = await client.call('CliRead', { sessionId, until: 'exit' });
    expect(read.structuredContent).toMatchObject({ isRunning: false, exitCode: 0 });
    const said = [written.structuredContent?.responseOutput, read.structuredContent?.output];
    expect(said.join('')).toContain('got it\n');
  });
});

describe('the variables of one session', () => {
  it('are set and read through the service', async () => {
    const sandbox = await openServiceSandbox();
    await sandbox.start();
    await session(sandbox, 'start', 'one');
    const one = ['--name', 'WORD', '--session-id', 'one'];
    expect(await terminal(sandbox, 'env', 'set', ...one, '--value', 'a b')).toMatchObject({
      data: { status: 'set', scope: 'session' },
      warnings: [expect.stringContaining('was typed into the shell of one')],
    });
    expect(await terminal(sandbox, 'env', 'get', ...one)).toMatchObject({ data: { value: 'a b', source: 'session' } });
    expect(await session(sandbox, 'write', 'one', '--input', 'printenv WORD{enter}')).toMatchObject({
      data: { responseOutput: expect.stringContaining('\na b\n') },
    });
  });

  it('are the CliEnv tool’s too', async () => {
    const client = await connect(await openSandbox(), ['--tools', 'cli']);
    await client.call('CliSession', { sessionId: 'one', env: { WORD: 'w' } });
    expect(await client.call('CliEnv', { action: 'get', name: 'WORD', sessionId: 'one' })).toMatchObject({
      structuredContent: { name: 'WORD', value: 'w', source: 'session' },
    });
  });
});
