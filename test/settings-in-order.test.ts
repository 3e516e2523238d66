import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import { openSandbox } from './kit/helve.ts';
import { say } from './kit/said.ts';

/** For each key something that it cannot be, and what is said of that. */
const WRONG: readonly (readonly [key: string, value: unknown, says: string])[] = [
  ['permissions', { denny: [] }, 'permissions has no "denny"'],
  ['permissions', { mode: 'yolo' }, 'permissions.mode cannot be "yolo"'],
  ['permissions', { allow: 'fs' }, 'permissions.allow must be a list of texts'],
  ['permissions', { ask: [7] }, 'permissions.ask must be a list of texts'],
  ['permissions', { deny: ['fs('] }, 'The rule "fs("'],
  ['permissions', { roots: '.' }, 'permissions.roots must be a list of texts'],
  ['env', { A: 7 }, 'env.A must be a text'],
  ['hooks', { Stopp: [] }, 'hooks has no "Stopp"'],
  ['model', 7, 'model must be string'],
  ['effort', 'huge', 'effort cannot be "huge"'],
  ['language', 'xx', 'language cannot be "xx"'],
  ['providers', { a: { type: 'gopher' } }, 'providers.a.type cannot be "gopher"'],
  ['providers', { a: { type: 'anthropic', baseUrl: 'x' } }, 'providers.a.baseUrl must be an address'],
  ['providers', { a: { type: 'anthropic', key: 'x' } }, 'providers.a has no "key"'],
  ['models', { a: { windo: 7 } }, 'models.a has no "windo"'],
  ['models', { a: { prices: { inputs: 7 } } }, 'models.a.prices has no "inputs"'],
  ['models', { a: { thinking: 'deep' } }, 'models.a.thinking cannot be "deep"'],
  ['retryMinutes', -1, 'retryMinutes'],
  ['compactAt', 2, 'compactAt'],
  ['offerTools', 'git', 'offerTools must be Array'],
  ['apiKeyHelper', 7, 'apiKeyHelper must be string'],
  ['enabledPlugins', { 'a@b': 'yes' }, 'enabledPlugins.a@b must be true or false'],
  ['extraKnownMarketplaces', { a: {} }, 'extraKnownMarketplaces.a must have a source'],
  ['mcpServers', { a: { comand: 'x' } }, 'mcpServers.a: it has neither a command nor a url'],
  ['network', { allowPrivat: true }, 'network has no "allowPrivat"'],
  ['network', { allowPrivate: 'yes' }, 'network.allowPrivate must be boolean'],
  ['webSearch', { url: 'https://x.example' }, 'webSearch.url must have {query}'],
  ['webSearch', { url: 'https://x.example/{query}', header: {} }, 'webSearch has no "header"'],
  ['browser', { allo: [] }, 'browser.allo'],
  ['browser', { allow: ['fly'] }, 'the rule "fly" cannot be read'],
  ['theme', 'pink', 'theme cannot be "pink"'],
  ['editorMode', 'emacs', 'editorMode cannot be "emacs"'],
  ['keybindings', { 'ctrl+t': 'fly' }, 'keybindings: ctrl+t'],
  ['statusLine', 7, 'statusLine must be a command'],
  ['notifications', 'loud', 'notifications cannot be "loud"'],
  ['screenReader', 'maybe', 'screenReader must be true or false'],
  ['colour', 'red', 'The settings have no "colour"'],
];

it.each(WRONG)('config set does not set %s to %j', async (key, value, says) => {
  const sandbox = await openSandbox({}, {});
  const { ok, error } = await say(sandbox, 'config', 'set', '--key', key, '--value', JSON.stringify(value));
  expect([ok, error.code, error.message]).toEqual([false, 'INVALID_SETTINGS', expect.stringContaining(says)]);
  expect(await readFile(join(sandbox.home, 'settings.json'), 'utf8')).toBe('{}');
});

it('config set takes for each key what it can be, and config list shows it', async () => {
  const settings = {
    permissions: { mode: 'default', allow: ['Edit'], ask: ['fs write'], deny: ['Bash(rm *)'], roots: ['/'] },
    env: { A: 'a' },
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    model: 'sonnet',
    effort: 'high',
    language: 'ko',
    providers: { a: { type: 'openai-chat', baseUrl: 'http://127.0.0.1:1/v1', apiKey: '$ENV:A', headers: { b: 'c' } } },
    models: { m: { name: 'M', window: 1000, maxOutput: 100, prices: { input: 1, output: 2 }, thinking: 'none' } },
    retryMinutes: 1.5,
    compactAt: 0.5,
    offerTools: ['git'],
    apiKeyHelper: 'echo x',
    enabledPlugins: { 'a@b': false },
    extraKnownMarketplaces: { b: { source: { source: 'github', repo: 'owner/name' } } },
    mcpServers: { a: { command: 'x' }, b: { url: '${BASE}/mcp' } },
    network: { allowPrivate: true },
    webSearch: { url: 'https://x.example/{query}', headers: { a: 'b' } },
    browser: { allow: ['read'], ask: ['fill(https://*.example.com)'], deny: ['*(file:)'], default: 'ask' },
    theme: 'dark',
    editorMode: 'vim',
    keybindings: { 'ctrl+x h': 'help' },
    statusLine: { type: 'command', command: 'date' },
    notifications: 'bell',
    screenReader: false,
    $schema: 'https://example.com/settings.json',
  };
  const sandbox = await openSandbox();
  for (const [key, value] of Object.entries(settings)) {
    const set = ['config', 'set', '--key', key, '--value', JSON.stringify(value), '--permission-mode'];
    expect(await say(sandbox, ...set, 'bypassPermissions')).toMatchObject({ ok: true });
  }
  expect(JSON.parse(await readFile(join(sandbox.home, 'settings.json'), 'utf8'))).toEqual(settings);
  const { data } = await say(sandbox, 'config', 'list');
  const shown = new Set((data.settings as readonly { key: string }[]).map(({ key }) => key.split('.')[0]));
  expect(shown).toEqual(new Set(Object.keys(settings)));
});

describe('files that people write', () => {
  it('are told with their line, also where only the web is meant', async () => {
    const sandbox = await openAssistant([]);
    const file = join(sandbox.home, 'settings.json');
    await writeFile(file, '{\n  "network": {\n    "allowPrivat": true\n  }\n}');
    const message = `${file}:3: network has no "allowPrivat"`;
    expect(await sandbox.ask('Hi')).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    const { error } = await say(sandbox, 'web', 'fetch', '--url', 'http://127.0.0.1:9/');
    expect([error.message, error.hint]).toEqual([message, 'Did you mean allowPrivate? It takes allowPrivate.']);
  });

  it.each(['mcpServers', 'network', 'webSearch', 'browser', 'theme', 'editorMode', 'keybindings', 'statusLine'])(
    'of a project may not say %s',
    async (key) => {
      const sandbox = await openSandbox({ '.helve/settings.json': `{\n"${key}": {}}` });
      const file = join(sandbox.dir, '.helve/settings.json');
      // A checkout that nobody trusts yet does not keep helve from working.
      const { warnings } = await say(sandbox, 'fs', 'list');
      expect(warnings).toEqual([expect.stringContaining(`is not trusted, so these parts are ignored: ${key} {}`)]);
      await sandbox.helve(['trust', 'allow', '--path', file]);
      const { error } = await say(sandbox, 'fs', 'list');
      expect([error.code, error.message]).toEqual([
        'INVALID_SETTINGS',
        `${file}:2: ${key} can only be set in the user's settings`,
      ]);
    },
  );

  it.each(['local', 'project'])('config set --scope %s changes the file of that scope, which holds', async (scope) => {
    const sandbox = await openAssistant([{ text: 'ok' }]);
    await sandbox.helve(['config', 'set', '--key', 'language', '--value', 'ja', '--scope', scope]);
    const name = scope === 'local' ? 'settings.local.json' : 'settings.json';
    expect(JSON.parse(await readFile(join(sandbox.dir, '.helve', name), 'utf8'))).toEqual({ language: 'ja' });
    await sandbox.ask('Hi');
    expect(JSON.stringify(sandbox.server.requests[0]?.body.system)).toContain('Japanese');
    await sandbox.helve(['config', 'unset', '--key', 'language', '--scope', scope]);
    expect((await say(sandbox, 'config', 'list')).data.settings).toEqual([]);
  });

  it('config list --show-origin says of each value which file it is from, and only what holds', async () => {
    const sandbox = await openSandbox(
      { '.helve/settings.local.json': '{"language":"ja"}' },
      { language: 'ko', model: 'x' },
    );
    const { data } = await say(sandbox, 'config', 'list', '--show-origin');
    expect(data.settings).toEqual([
      { key: 'model', value: 'x', origin: join(sandbox.home, 'settings.json') },
      { key: 'language', value: 'ja', origin: join(sandbox.dir, '.helve/settings.local.json') },
    ]);
  });
});
