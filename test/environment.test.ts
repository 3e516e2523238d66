import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TEST_KEY } from '../packages/assistant/src/testing/model-server.ts';
import { type AssistantSandbox, openAssistant } from './kit/assistant.ts';
import { systemOf } from './kit/asked.ts';
import { openSandbox } from './kit/helve.ts';

const ok = () => ({ text: 'ok' });

/** A proxy that tells which hosts it was asked for, and lets nobody through. */
async function startProxy(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(403).end();
  }).on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** An assistant without what the kit puts into the environment. */
async function openBare(settings?: object): Promise<AssistantSandbox> {
  const sandbox = await openAssistant(ok, {}, { retryMinutes: 0, ...settings });
  delete sandbox.env.ANTHROPIC_API_KEY;
  delete sandbox.env.ANTHROPIC_BASE_URL;
  sandbox.env.OLLAMA_HOST = '127.0.0.1:9';
  return sandbox;
}

describe('keys and addresses of providers', () => {
  it.each([
    ['ANTHROPIC_API_KEY', [], 'api.anthropic.com:443'],
    ['OPENAI_API_KEY', [], 'api.openai.com:443'],
    ['OPENAI_API_KEY', ['--model', 'gpt-4.1'], 'api.openai.com:443'],
  ])('with %s and %j the provider itself is asked', async (name, flags, host) => {
    const sandbox = await openBare();
    const { url, asked } = await startProxy();
    Object.assign(sandbox.env, { [name]: 'x', HTTPS_PROXY: url });
    expect((await sandbox.ask('Hi', flags)).code).toBe(1);
    expect(asked).toEqual([host]);
  });

  it('ANTHROPIC_BASE_URL is where a key of the settings is used too', async () => {
    const sandbox = await openBare({ providers: { anthropic: { type: 'anthropic', apiKey: TEST_KEY } } });
    sandbox.env.ANTHROPIC_BASE_URL = sandbox.server.url;
    expect((await sandbox.ask('Hi')).stdout).toBe('ok\n');
  });

  it('ANTHROPIC_API_KEY, or what apiKeyHelper prints, is used at an address of the user’s settings', async () => {
    const sandbox = await openBare();
    const anthropic = { type: 'anthropic', baseUrl: `${sandbox.server.url}/` };
    const write = (more: object) =>
      writeFile(join(sandbox.home, 'settings.json'), JSON.stringify({ providers: { anthropic }, ...more }));
    await write({ apiKeyHelper: `echo ${TEST_KEY}` });
    expect((await sandbox.ask('Hi')).stdout).toBe('ok\n');
    await write({});
    sandbox.env.ANTHROPIC_API_KEY = TEST_KEY;
    expect((await sandbox.ask('Hi')).stdout).toBe('ok\n');
  });

  it('OPENAI_BASE_URL needs no key where the server needs none, and what is in OPENAI_API_KEY is sent', async () => {
    const sandbox = await openBare();
    sandbox.env.OPENAI_BASE_URL = sandbox.server.openAiUrl;
    await sandbox.ask('Hi', ['--model', 'llama']);
    sandbox.env.OPENAI_API_KEY = TEST_KEY;
    expect((await sandbox.ask('Hi', ['--model', 'llama'])).stdout).toBe('ok\n');
    expect(sandbox.server.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      `Bearer ${TEST_KEY}`,
    ]);
  });

  it('OLLAMA_HOST is where models of Ollama are asked', async () => {
    const sandbox = await openBare();
    for (const host of [sandbox.server.url, sandbox.server.url.replace('http://', '')]) {
      sandbox.env.OLLAMA_HOST = host;
      await sandbox.ask('Hi', ['--model', 'ollama/qwen3']);
    }
    expect(sandbox.server.requests.map(({ path, body }) => [path, body.model])).toEqual([
      ['/v1/chat/completions', 'qwen3'],
      ['/v1/chat/completions', 'qwen3'],
    ]);
  });
});

describe('proxies', () => {
  it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])('%s leads to the model', async (name) => {
    const { env, server, ask } = await openAssistant(ok);
    env[name] = server.url;
    env.ANTHROPIC_BASE_URL = 'http://model.test';
    expect((await ask('Hi')).stdout).toBe('ok\n');
    expect(server.requests[0]?.headers.host).toBe('model.test');
  });

  it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])('%s is asked for a tunnel', async (name) => {
    const sandbox = await openBare();
    const { url, asked } = await startProxy();
    Object.assign(sandbox.env, { ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: 'https://model.test:8443', [name]: url });
    await sandbox.ask('Hi');
    expect(asked).toEqual(['model.test:8443']);
  });

  it.each(['model.test', '.test', '*', 'other.test,model.test:80'])('NO_PROXY=%s goes past them', async (list) => {
    const sandbox = await openBare();
    const { url, asked } = await startProxy();
    const more = { ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: 'http://model.test', HTTP_PROXY: url, NO_PROXY: list };
    Object.assign(sandbox.env, more);
    expect((await sandbox.ask('Hi')).code).toBe(1);
    expect(asked).toEqual([]);
  });

  it('none is asked for what is on this machine', async () => {
    const { env, ask } = await openAssistant(ok);
    const { url, asked } = await startProxy();
    Object.assign(env, { HTTP_PROXY: url, ALL_PROXY: url });
    expect([(await ask('Hi')).stdout, asked]).toEqual(['ok\n', []]);
  });
});

it('HELVE_HOME is the state folder, and without it .helve of the home is', async () => {
  const { env, ask, server, dir } = await openAssistant(ok, {}, { language: 'ko' });
  const own = join(env.HOME ?? '', '.helve');
  await mkdir(own);
  await writeFile(join(own, 'settings.json'), '{"language":"zh"}');
  await ask('Hi');
  delete env.HELVE_HOME;
  await ask('Hi');
  env.HELVE_HOME = 'relative';
  await ask('Hi');
  expect(await systemOf(server, 0)).toContain('Korean');
  expect(await systemOf(server, 1)).toContain('Chinese');
  expect(await systemOf(server, 2)).not.toContain('Always respond');
  expect(await readdir(join(dir, 'relative'))).toEqual(['projects']);
});

it('a state folder that is empty is none: HELVE_HOME is then as if it were not set, and --home an error', async () => {
  const { env, helve, dir } = await openSandbox();
  const before = await helve(['task', 'create', '--title', 'At home', '--home', join(env.HOME ?? '', '.helve')]);
  env.HELVE_HOME = '';
  expect([before.code, (await helve(['task', 'list'])).stdout]).toEqual([0, expect.stringContaining('At home')]);
  const refused = await helve(['task', 'list', '--home', '']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/^error: --home needs a folder/)]);
  expect(await readdir(dir)).toEqual([]);
});

it('HOME is where instructions and skills of the user are', async () => {
  const { env, ask, server } = await openAssistant(ok);
  const folder = join(env.HOME ?? '', '.claude/commands');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'greet.md'), 'Greet in verse.');
  await writeFile(join(folder, '../CLAUDE.md'), 'Be kind.');
  await ask('/greet');
  expect(await systemOf(server, 0)).toContain('Be kind.');
  expect(server.requests[0]?.body.messages[0].content[0].text).toContain('Greet in verse.');
});
