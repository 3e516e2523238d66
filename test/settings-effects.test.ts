import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TEST_KEY } from '../packages/assistant/src/testing/model-server.ts';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import { asked, systemOf } from './kit/asked.ts';
import { type AssistantSandbox, openAssistant } from './kit/assistant.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });
const FREE = ['--permission-mode', 'bypassPermissions'];

const TYPES = ['anthropic', 'openai-chat', 'openai-responses'] as const;

/** An assistant with a provider `mine` of a type, and what the settings say of its model `m`. */
async function openMine(
  type: (typeof TYPES)[number],
  about: object = {},
  script: Parameters<typeof openAssistant>[0] = () => ({ text: 'ok' }),
): Promise<AssistantSandbox> {
  const sandbox = await openAssistant(script);
  delete sandbox.env.ANTHROPIC_API_KEY;
  const { url, openAiUrl } = sandbox.server;
  const mine = {
    type,
    baseUrl: type === 'anthropic' ? url : openAiUrl,
    apiKey: TEST_KEY,
    headers: { 'x-team': 'blue' },
  };
  const settings = { model: 'mine/m', providers: { mine }, models: { m: about } };
  await writeFile(join(sandbox.home, 'settings.json'), JSON.stringify(settings));
  return sandbox;
}

/** Where the wire formats have the effort. */
interface Sent {
  readonly output_config?: { readonly effort?: string };
  readonly reasoning_effort?: string;
  readonly reasoning?: { readonly effort?: string };
}

/** How images and documents are called on the wire. */
const MEDIA = {
  anthropic: ['image', 'document'],
  'openai-chat': ['image_url', 'file'],
  'openai-responses': ['input_image', 'input_file'],
} as const;

/** What is said with an image and a document. */
function withMedia({ helve }: AssistantSandbox) {
  const part = (type: string, media: string) => ({
    type,
    source: { type: 'base64', media_type: media, data: 'aGk=' },
  });
  const content = [{ type: 'text', text: 'Look' }, part('image', 'image/png'), part('document', 'application/pdf')];
  const message = { type: 'user', message: { role: 'user', content } };
  return helve(['-p', '--input-format', 'stream-json'], `${JSON.stringify(message)}\n`);
}

describe.each(TYPES)('a provider of the type %s', (type) => {
  const path = {
    anthropic: '/v1/messages',
    'openai-chat': '/v1/chat/completions',
    'openai-responses': '/v1/responses',
  };

  it('is asked at its address, with its key and its headers', async () => {
    const sandbox = await openMine(type);
    expect(await sandbox.ask('Hi')).toEqual({ code: 0, stdout: 'ok\n', stderr: '' });
    const [request] = sandbox.server.requests;
    expect([request?.path, request?.headers['x-team'], request?.body.model]).toEqual([path[type], 'blue', 'm']);
  });

  it('is told how long an answer of its model may be', async () => {
    const sandbox = await openMine(type, { maxOutput: 321 });
    await sandbox.ask('Hi');
    const { max_tokens: one, max_output_tokens: other } = sandbox.server.requests[0]?.body ?? {};
    expect(one ?? other).toBe(321);
  });

  it.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('is sent images and documents where its model takes them: %s, %s', async (images, documents) => {
    const sandbox = await openMine(type, { images, documents });
    await withMedia(sandbox);
    const { messages, input } = sandbox.server.requests[0]?.body ?? {};
    const content: string | readonly { type: string }[] = (messages ?? input).at(-1).content;
    const kinds = typeof content === 'string' ? [] : content.map((part) => part.type);
    const [image, document] = MEDIA[type];
    expect([kinds.includes(image), kinds.includes(document)]).toEqual([images, documents]);
  });

  it.each(['none', 'adaptive'])('is asked for effort where its model thinks: %s', async (thinking) => {
    const sandbox = await openMine(type, { thinking });
    await sandbox.ask('Hi', ['--effort', 'low']);
    const { output_config: one, reasoning_effort: two, reasoning: three } = sandbox.server.requests[0]?.body ?? {};
    expect(one?.effort ?? two ?? three?.effort).toBe(thinking === 'none' ? undefined : 'low');
  });
});

it('a model that is given a budget for its thoughts gets one', async () => {
  const sandbox = await openMine('anthropic', { thinking: 'budget', maxOutput: 30_000 });
  for (const effort of ['low', 'medium', 'high', 'max', 'off']) await sandbox.ask('Hi', ['--effort', effort]);
  expect(sandbox.server.requests.map(({ body }) => body.thinking.budget_tokens)).toEqual([
    2048,
    8192,
    24_000,
    28_976,
    undefined,
  ]);
});

it('the window and all prices of a model are what the settings say', async () => {
  const usage = { input: 1000, output: 100, cacheRead: 10, cacheWrite: 1 };
  const prices = { input: 1000, output: 100, cacheRead: 10, cacheWrite: 1_000_000 };
  const sandbox = await openMine('anthropic', { window: 11_110, prices }, [{ text: 'ok', usage }]);
  const { result } = await sandbox.askJson('Hi', ['--max-cost', '5']);
  expect(result.context).toMatchObject({ window: 11_110, percent: 10 });
  expect(result.total_cost_usd).toBeCloseTo(1 + 0.01 + 0.0001 + 1, 6);
});

it('what a model is called is how it is spoken of', async () => {
  const sandbox = await openMine('anthropic', { name: 'Big Bird' }, [{ text: ' ' }, { text: ' ' }]);
  expect((await sandbox.ask('Hi')).stderr).toContain('Big Bird answered nothing');
});

describe('model', () => {
  it('is that of the nearest settings, and the flag goes before them', async () => {
    const files = { '.helve/settings.json': '{"model":"haiku"}' };
    const { ask, server } = await openAssistant(() => ({ text: 'ok' }), files, { model: 'opus' });
    await ask('Hi');
    await ask('Hi', ['--model', 'sonnet']);
    expect(server.requests.map(({ body }) => body.model)).toEqual(['claude-haiku-4-5', 'claude-sonnet-5-5']);
  });

  it('of a project that names a provider needs consent', async () => {
    const files = { '.helve/settings.json': '{"model":"anthropic/claude-haiku-4-5"}' };
    const { ask, server, helve } = await openAssistant(() => ({ text: 'ok' }), files);
    expect((await ask('Hi')).stderr).toContain('model "anthropic/claude-haiku-4-5"');
    await helve(['trust', 'allow', '--path', '.helve/settings.json']);
    await ask('Hi');
    expect(server.requests.map(({ body }) => body.model)).toEqual(['claude-sonnet-5-5', 'claude-haiku-4-5']);
  });
});

it.each(['en', 'ko', 'ja', 'zh'])(
  'language %s is the one to answer in, from the settings or by the flag',
  async (code) => {
    const name = { en: 'English', ko: 'Korean', ja: 'Japanese', zh: 'Chinese' }[code] ?? '';
    const set = await openAssistant([{ text: 'ok' }], {}, { language: code });
    await set.ask('Hi');
    const flagged = await openAssistant([{ text: 'ok' }]);
    await flagged.ask('Hi', ['--language', code]);
    for (const { server } of [set, flagged]) expect(await systemOf(server, 0)).toContain(`Always respond in ${name}.`);
  },
);

it.each([
  ['anthropic', (body: Sent) => body.output_config?.effort],
  ['openai-chat', (body: Sent) => body.reasoning_effort],
  ['openai-responses', (body: Sent) => body.reasoning?.effort],
] as const)('effort is how hard models of %s think, and the flag overrides it', async (type, effortOf) => {
  const sandbox = await openMine(type, { thinking: 'adaptive' });
  const file = join(sandbox.home, 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...settings, effort: 'high' }));
  await sandbox.ask('Hi');
  await sandbox.ask('Hi', ['--effort', 'low']);
  expect(sandbox.server.requests.map(({ body }) => effortOf(body as Sent))).toEqual(['high', 'low']);
});

it.each([
  [0.5, 1],
  [0.9, 0],
])('compactAt %d decides when a conversation is compacted', async (compactAt, expected) => {
  const isSummary = (text: string) => text.includes('The window is filling up');
  const { ask, server } = await openAssistant(
    ({ text }) =>
      isSummary(text) ? { text: '## Goal' } : { text: 'x'.repeat(8_000), usage: { input: 12_000, output: 2_000 } },
    {},
    { compactAt, models: { 'claude-sonnet-5-5': { window: 20_000 } } },
  );
  await ask('First');
  await ask('Second', ['-c']);
  expect(server.requests.filter(({ text }) => isSummary(text))).toHaveLength(expected);
});

it('retryMinutes is how long an overloaded provider may ask to be waited for', async () => {
  const settings = { retryMinutes: 5 };
  const after = (seconds: string) => ({ status: 529, headers: { 'retry-after': seconds } });
  const patient = await openAssistant([after('0'), { text: 'At last.' }], {}, settings);
  expect((await patient.ask('Hi')).stdout).toBe('At last.\n');
  const late = await openAssistant([after('301'), { text: 'Too late.' }], {}, settings);
  expect((await late.askJson('Hi')).result.subtype).toBe('error_provider');
  expect(late.server.requests).toHaveLength(1);
});

describe('env', () => {
  it('reaches what the model runs', async () => {
    const { ask, server } = await openAssistant(
      [bash('echo "It is $COLOUR"'), { text: 'ok' }],
      {},
      {
        env: { COLOUR: 'green' },
      },
    );
    await ask('Go', FREE);
    expect((await asked(server, 1)).text).toContain('It is green');
  });

  it('is where keys and addresses of providers are looked for, and what helps to get a key is given it', async () => {
    const sandbox = await openAssistant(() => ({ text: 'ok' }));
    const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL } = sandbox.env;
    delete sandbox.env.ANTHROPIC_API_KEY;
    delete sandbox.env.ANTHROPIC_BASE_URL;
    const write = (settings: object) => writeFile(join(sandbox.home, 'settings.json'), JSON.stringify(settings));
    await write({ env: { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL } });
    expect((await sandbox.ask('Hi')).stdout).toBe('ok\n');
    await write({ env: { SECRET: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL }, apiKeyHelper: 'echo "$SECRET"' });
    expect((await sandbox.ask('Hi')).stdout).toBe('ok\n');
  });
});

it('permissions.roots keep the model inside', async () => {
  const calls = ['a.txt', '/etc/hostname'].map((file_path) => ({ name: 'Read', input: { file_path } }));
  const { askJson } = await openAssistant(
    [{ calls }, bash('cat /etc/hostname'), { text: 'ok' }],
    { 'a.txt': 'a' },
    { permissions: { roots: ['.'] } },
  );
  const { result } = await askJson('Go', FREE);
  const denied = result.permission_denials as readonly { tool_input: object }[];
  expect(denied.map(({ tool_input: input }) => input)).toEqual([
    { file_path: '/etc/hostname' },
    { command: 'cat /etc/hostname' },
  ]);
});

it('permissions.roots leave the rest of a long result to be read, and nothing else of the state folder', async () => {
  const spilled = (text: string) => /All of it: (\S+?)\. Read on/.exec(text)?.[1] ?? '';
  const read = (file_path: string) => ({ name: 'Read', input: { file_path } });
  const big = Array.from({ length: 9_000 }, (_, index) => `line ${index}`).join('\n');
  const { ask, server, home } = await openAssistant(
    ({ body, text }) => {
      if (body.messages.length === 1) return { calls: [read('big.txt')] };
      if (body.messages.length > 3) return { text: 'ok' };
      return { calls: [read(spilled(text)), read(join(home, 'settings.json')), ...bash(`ls ${home}/spill`).calls] };
    },
    { 'big.txt': big },
    { permissions: { roots: ['.'] } },
  );
  await ask('Go', FREE);
  const results: readonly { is_error?: boolean }[] = server.requests[2]?.body.messages.at(-1).content;
  expect(results.map(({ is_error: failed = false }) => failed)).toEqual([false, true, true]);
});

it('mcpServers have tools that the model calls, under the policy', async () => {
  const memory = {
    command: process.execPath,
    args: [createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js')],
  };
  const script = [bash('helve mcp tools --toolbox memory'), bash('helve memory read_graph'), { text: 'ok' }];
  const sandbox = await openAssistant(script, {}, { mcpServers: { memory } });
  onTestFinished(() => stopService(sandbox.home));
  sandbox.env.MEMORY_FILE_PATH = join(sandbox.home, 'memory.jsonl');
  await sandbox.ask('Go', FREE);
  expect((await asked(sandbox.server, 1)).text).toContain('read_graph');
  expect((await asked(sandbox.server, 2)).text).toContain('entities');
});
