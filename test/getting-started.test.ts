import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { firstRun } from '../packages/assistant/src/first-run/first-run.ts';
import { TEST_KEY } from '../packages/assistant/src/testing/model-server.ts';
import { openAssistant, UNCONFINED } from './kit/assistant.ts';
import { openSandbox } from './kit/helve.ts';
import { startKeyring } from './kit/keyring.ts';
import { startOllama } from './kit/ollama.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

describe('without a key', () => {
  it('print mode says how to get going, with the Ollama that runs', async () => {
    const sandbox = await openSandbox();
    sandbox.env.OLLAMA_HOST = '127.0.0.1:9';
    const { code, stderr } = await sandbox.helve(['-p', 'Hi']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/ANTHROPIC_API_KEY.*OPENAI_BASE_URL.*settings\.\n$/s)]);
    sandbox.env.OLLAMA_HOST = await startOllama();
    expect((await sandbox.helve(['-p', 'Hi'])).stderr).toContain('--model ollama/qwen3:8b');
    expect(await sandbox.helve(['-p', 'Hi', '--model', 'ollama/qwen3:8b'])).toMatchObject({ stdout: 'From here.\n' });
  });
});

describe('the key', () => {
  const openKeyed = async (apiKey: string, more = {}) => {
    const sandbox = await openAssistant(() => ({ text: 'ok' }));
    delete sandbox.env.ANTHROPIC_API_KEY;
    const anthropic = { type: 'anthropic', baseUrl: sandbox.server.url, apiKey };
    await writeFile(join(sandbox.home, 'settings.json'), JSON.stringify({ providers: { anthropic }, ...more }));
    return sandbox;
  };

  it('may be in a file that only its owner may read', async () => {
    const sandbox = await openKeyed('$FILE:~/my.key');
    const file = join(sandbox.env.HOME ?? '', 'my.key');
    expect(await sandbox.ask('Hi')).toMatchObject({ code: 2, stderr: expect.stringContaining('my.key') });
    await writeFile(file, `${TEST_KEY}\n`, { mode: 0o600 });
    expect(await sandbox.ask('Hi')).toEqual({ code: 0, stdout: 'ok\n', stderr: '' });
    await chmod(file, 0o644);
    expect(await sandbox.ask('Hi')).toMatchObject({ code: 2, stderr: expect.stringContaining('others may read it') });
  });

  it('that the first run asked for is in the keyring of the system, and read from there', async () => {
    const sandbox = await openAssistant(() => ({ text: 'ok' }));
    delete sandbox.env.ANTHROPIC_API_KEY;
    const address = await startKeyring(sandbox.env.HOME ?? '');
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', address);
    onTestFinished(() => void vi.unstubAllEnvs());
    const answers = { apiKey: TEST_KEY, language: 'ko' };
    const place = { cwd: sandbox.dir, home: sandbox.home, now: Date.now };
    expect(await firstRun(async ({ name }) => answers[name], place)).toMatchObject({ key: 'keyring', language: 'ko' });
    expect(await readFile(join(sandbox.home, 'settings.json'), 'utf8')).not.toContain(TEST_KEY);
    sandbox.env.DBUS_SESSION_BUS_ADDRESS = address;
    await sandbox.helve(['config', 'set', '--key', 'providers.anthropic.baseUrl', '--value', sandbox.server.url]);
    expect(await sandbox.ask('Hi')).toMatchObject({ stdout: 'ok\n', stderr: '' });
  });

  it('in a keyring that is not there is told clearly', async () => {
    const sandbox = await openKeyed('$KEYRING:anthropic');
    sandbox.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent';
    const { code, stderr } = await sandbox.ask('Hi');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/system keyring is unavailable: .*\n.*\$ENV:NAME/)]);
  });

  it('may come from a command of the user, and of a project only after consent', async () => {
    const sandbox = await openAssistant(() => ({ text: 'ok' }), {}, { apiKeyHelper: `echo ${TEST_KEY}` });
    sandbox.env.ANTHROPIC_API_KEY = 'wrong';
    expect((await sandbox.ask('Hi')).stdout).toBe('ok\n');
    await mkdir(join(sandbox.dir, '.claude'));
    await writeFile(join(sandbox.dir, '.claude/settings.json'), JSON.stringify({ apiKeyHelper: 'touch ran; echo x' }));
    const { stdout, stderr } = await sandbox.ask('Hi');
    expect([stdout, stderr]).toEqual(['ok\n', expect.stringContaining('apiKeyHelper "touch ran; echo x"')]);
    expect(await readdir(sandbox.dir)).not.toContain('ran');
  });

  it('of the user never goes to an address of a project', async () => {
    const sandbox = await openAssistant(() => ({ text: 'ok' }));
    const elsewhere = await openAssistant(() => ({ text: 'stolen' }));
    const settings = join(sandbox.dir, '.helve/settings.json');
    await mkdir(join(sandbox.dir, '.helve'));
    const anthropic = { type: 'anthropic', baseUrl: elsewhere.server.url };
    await writeFile(settings, JSON.stringify({ providers: { anthropic } }));
    expect((await sandbox.ask('Hi')).stdout).toBe('ok\n');
    await sandbox.helve(['trust', 'allow', '--path', settings]);
    await sandbox.ask('Hi');
    expect(elsewhere.server.requests.map(({ headers }) => headers['x-api-key'])).not.toContain(TEST_KEY);
  });
});

it('--reset moves the settings aside, and only those', async () => {
  const sandbox = await openSandbox({}, { permissions: { deny: ['fs list'] } });
  await writeFile(join(sandbox.home, 'other.json'), '{}');
  const { code, stdout } = await sandbox.helve(['--reset']);
  const aside = /is in (\S+)/.exec(stdout)?.[1] ?? '';
  expect([code, JSON.parse(await readFile(aside, 'utf8'))]).toEqual([0, { permissions: { deny: ['fs list'] } }]);
  expect(JSON.parse((await sandbox.helve(['fs', 'list'])).stdout)).toMatchObject({ ok: true });
  expect(await readdir(sandbox.home)).toContain('other.json');
  expect(await sandbox.helve(['--reset'])).toMatchObject({ code: 0, stdout: expect.stringContaining('no settings') });
  expect(await sandbox.helve(['--reset', '--hom', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--home'),
  });
  expect(await sandbox.helve(['--reset', 'x'])).toMatchObject({ code: 2 });
  expect(await sandbox.helve(['--reset', '--json'])).toMatchObject({ code: 2 });
  expect(await sandbox.helve(['--reset', '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Usage:'),
  });
});

it('--name is the title of the conversation', async () => {
  const { ask, conversations } = await openAssistant([{ text: 'ok' }]);
  await ask('Hi', ['--name', 'A fine day']);
  expect((await conversations())[0]).toContainEqual(expect.objectContaining({ type: 'title', title: 'A fine day' }));
});

it('the language of the nearest settings holds, and the flag before them', async () => {
  const { ask, server } = await openAssistant(
    () => ({ text: 'ok' }),
    { '.helve/settings.json': '{"language":"ja"}' },
    { language: 'ko' },
  );
  await ask('Hi');
  await ask('Hi', ['--language', 'zh']);
  const said = server.requests.map(({ body }) => /Always respond in (\w+)/.exec(body.system[0].text)?.[1]);
  expect(said).toEqual(['Japanese', 'Chinese']);
});

it.each([
  'echo x > a.txt',
  'cat b.txt | tee a.txt',
  'cp b.txt a.txt',
  'sh -c "touch a.txt"',
  'git init .',
  'find . -name b.txt -exec touch a.txt ;',
  'helve fs write --path a.txt --content x',
  'helve terminal exec --command "touch a.txt"',
  'helve config set --key language --value ko',
])('in plan mode nothing is changed through the shell either, also with a rule that allows it: %s', async (command) => {
  const { askJson, dir, home } = await openAssistant(
    [bash(command), { text: 'ok' }, bash(command), { text: 'ok' }],
    { 'b.txt': 'b' },
    { permissions: { allow: ['Bash', 'fs', 'config'] } },
  );
  const before = await readFile(join(home, 'settings.json'), 'utf8');
  await askJson('Go', ['--permission-mode', 'plan']);
  expect([await readdir(dir), await readFile(join(home, 'settings.json'), 'utf8')]).toEqual([['b.txt'], before]);
  const unconfined = await askJson('Go', ['--permission-mode', 'plan', '--sandbox', 'off']);
  expect(unconfined.result.subtype).toBe('error_tool_refused');
  expect([await readdir(dir), await readFile(join(home, 'settings.json'), 'utf8')]).toEqual([['b.txt'], before]);
});

it('in plan mode what only reads may be looked at', async () => {
  const { askJson } = await openAssistant([bash('cat b.txt | wc -l; git status; ls'), { text: 'ok' }], {
    'b.txt': 'b',
  });
  expect((await askJson('Go', ['--permission-mode', 'plan'])).result.subtype).toBe('success');
});

describe('rules that another program left in a project', () => {
  const settings = {
    permissions: {
      allow: ['Bash(touch *)'],
      deny: ['Bash(touch secret)', 'Read(./hidden/**)'],
      defaultMode: 'bypassPermissions',
    },
  };

  it('forbid at once, and allow after consent', async () => {
    const calls = ['touch a.txt', 'touch secret', 'cat hidden/x'].map((command) => ({
      name: 'Bash',
      input: { command },
    }));
    const files = { '.claude/settings.json': JSON.stringify(settings), 'hidden/x': 'x' };
    const sandbox = await openAssistant(
      () => (sandbox.server.requests.length % 2 === 1 ? { calls } : { text: 'ok' }),
      files,
      UNCONFINED,
    );
    const denied = async () =>
      ((await sandbox.askJson('Go')).result.permission_denials as { tool_input: { command: string } }[]).map(
        ({ tool_input: input }) => input.command,
      );
    expect(await denied()).toEqual(['touch a.txt', 'touch secret', 'cat hidden/x']);
    await sandbox.helve(['trust', 'allow', '--path', '.claude/settings.json']);
    expect(await denied()).toEqual(['touch secret', 'cat hidden/x']);
    expect(await readdir(sandbox.dir)).toContain('a.txt');
  });
});
