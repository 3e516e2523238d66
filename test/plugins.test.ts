import { access, chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReceivedRequest } from '../packages/assistant/src/testing/model-server.ts';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import { openAssistant } from './kit/assistant.ts';
import type { Sandbox } from './kit/helve.ts';
import { openServiceSandbox } from './kit/service.ts';

type Files = Readonly<Record<string, string>>;

const manifest = (values: object = {}) => ({
  '.claude-plugin/plugin.json': JSON.stringify({ name: 'tools', version: '1.0.0', description: 'Tools', ...values }),
});

const MEMORY = {
  command: process.execPath,
  args: [createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js')],
  env: { MEMORY_FILE_PATH: '${CLAUDE_PLUGIN_ROOT}/../memory.jsonl' },
};

/** A plugin with one of everything. */
const TOOLS: Files = {
  ...manifest(),
  'skills/greet/SKILL.md': '---\ndescription: Greets\nallowed-tools: Read\n---\nGreet $1 from ${CLAUDE_PLUGIN_ROOT}.',
  'commands/ship.md': '---\ndescription: Ships\n---\nShip it: !`echo shipped`',
  'agents/scout.md': '---\ndescription: Scouts\n---\nYou are a scout.',
  'hooks/hooks.json': JSON.stringify({
    description: 'Says where it is',
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}"/say.sh' }] }] },
  }),
  'say.sh': '#!/bin/sh\necho "The plugin is in $CLAUDE_PLUGIN_ROOT"\n',
  '.mcp.json': JSON.stringify({ mcpServers: { memory: MEMORY } }),
};

async function write(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
    if (name.endsWith('.sh')) await chmod(join(folder, name), 0o755);
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Files of a marketplace `house` with plugins by the folders that they are in, or what it says of them. */
function house(plugins: Readonly<Record<string, Files>>, entries: readonly object[] = []): Files {
  const inside = Object.keys(plugins).map((name) => ({ name, source: `./plugins/${name}` }));
  return {
    '.claude-plugin/marketplace.json': JSON.stringify({ name: 'house', plugins: [...inside, ...entries] }),
    ...Object.fromEntries(
      Object.entries(plugins).flatMap(([name, files]) =>
        Object.entries(files).map(([path, content]) => [`plugins/${name}/${path}`, content]),
      ),
    ),
  };
}

/** Makes a repository of these files in a folder, or adds a commit to it; with a tag if one is wanted. */
async function commit({ run, dir }: Sandbox, name: string, files: Files, tag?: string): Promise<string> {
  const folder = join(dir, '..', name);
  await write(folder, files);
  const script = `{ [ -d .git ] || git init -q -b main .; } && git add -A && git -c user.name=A -c user.email=a@b.c commit -qm x${tag ? ` && git tag ${tag}` : ''} && git rev-parse HEAD`;
  const { stdout, code, stderr } = await run('bash', ['-c', `cd "$0" && ${script}`, folder]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trim();
}

/** Runs a command that must succeed, and gives its data. */
async function data({ helve }: Sandbox, ...args: readonly string[]) {
  const { stdout, stderr } = await helve(args);
  const given = JSON.parse(stdout || stderr);
  expect(given).toMatchObject({ ok: true });
  return given.data;
}

async function failure({ helve }: Sandbox, ...args: readonly string[]) {
  const { stdout } = await helve(args);
  const given = JSON.parse(stdout);
  expect(given).toMatchObject({ ok: false });
  return given.error as { readonly code: string; readonly message: string; readonly hint?: string };
}

const firstText = (request: ReceivedRequest | undefined): string => request?.body.messages[0].content[0].text;

describe('a plugin that is installed', () => {
  it('brings skills, commands, agents, hooks and servers; turned off none; and all again', async () => {
    const assistant = await openAssistant(() => ({ text: 'ok' }));
    const { home, dir, helve, ask, server } = assistant;
    onTestFinished(() => stopService(home));
    await write(join(dir, 'market/place'), house({ tools: TOOLS }));
    // A folder with a slash in its name is no repository of GitHub.
    expect(await data(assistant, 'plugin', 'marketplace', 'add', '--source', 'market/place')).toMatchObject({
      name: 'house',
      source: join(dir, 'market/place'),
      plugins: [{ name: 'tools' }],
    });
    const installed = await data(assistant, 'plugin', 'install', '--name', 'tools');
    const folder = join(home, 'plugins/cache/house/tools/1.0.0');
    expect(installed).toEqual({
      id: 'tools@house',
      version: '1.0.0',
      folder,
      enabled: true,
      skills: ['greet', 'tools:ship'],
      agents: ['tools:scout'],
      runs: [
        'hook UserPromptSubmit: "${CLAUDE_PLUGIN_ROOT}"/say.sh',
        `MCP server memory: ${MEMORY.command} ${MEMORY.args[0]}`,
        'skill tools:ship: echo shipped',
      ],
    });
    expect(await data(assistant, 'config', 'get', '--key', 'enabledPlugins')).toMatchObject({
      value: { 'tools@house': true },
    });

    const use = async () => {
      const from = server.requests.length;
      const unknown: string[] = [];
      for (const prompt of ['/greet Ann', '/tools:greet Ben', '/ship', 'Hello']) {
        const { stderr } = await ask(prompt);
        unknown.push(...(stderr.match(/(?<=There is no command or skill )[^\s,]+/g) ?? []));
      }
      const servers = await data(assistant, 'mcp', 'servers');
      return { requests: server.requests.slice(from), servers: servers.servers, unknown };
    };
    const on = await use();
    const said = on.requests.map((request) => firstText(request).split('\n')[1]);
    expect(said.slice(0, 3)).toEqual([`Greet Ann from ${folder}.`, `Greet Ben from ${folder}.`, 'Ship it: shipped']);
    expect(on.requests[0]?.body.tools.map(({ name }: { name: string }) => name)).toEqual(['Read']);
    const last = on.requests[3]?.body;
    expect(JSON.stringify(last.messages)).toContain(`The plugin is in ${folder}`);
    const describing = (wanted: string) =>
      last.tools.find(({ name }: { name: string }) => name === wanted)?.description ?? '';
    expect(describing('Skill')).toContain('- greet: Greets\n- tools:ship: Ships');
    expect(describing('Agent')).toContain('- tools:scout: Scouts');
    expect(on.servers).toMatchObject([{ name: 'memory', scope: 'plugin', trusted: true, transport: 'stdio' }]);
    const known = await data(assistant, 'mcp', 'tools', '--toolbox', 'memory');
    expect(JSON.stringify(known)).toContain('read_graph');

    expect(await data(assistant, 'plugin', 'disable', '--name', 'tools')).toEqual({
      id: 'tools@house',
      enabled: false,
    });
    const off = await use();
    expect(off.unknown).toEqual(['/greet', '/tools:greet', '/ship']);
    expect(off.requests.map(firstText)).toEqual(['Hello']);
    expect(JSON.stringify(off.requests)).not.toContain('The plugin is in');
    expect(off.servers).toEqual([]);
    expect((await data(assistant, 'plugin', 'list')).plugins).toMatchObject([{ id: 'tools@house', enabled: false }]);

    await data(assistant, 'plugin', 'enable', '--name', 'tools@house');
    expect((await use()).servers).toHaveLength(1);

    expect(await data(assistant, 'plugin', 'uninstall', '--name', 'tools')).toEqual({
      id: 'tools@house',
      version: '1.0.0',
    });
    expect(await exists(folder)).toBe(false);
    expect(await readFile(join(home, 'consents.json'), 'utf8')).not.toContain('tools');
    expect((await helve(['config', 'list'])).stdout).not.toContain('tools@house');
    expect(await data(assistant, 'plugin', 'list')).toEqual({ plugins: [], missing: [] });
  });

  it('does the work of its agents', async () => {
    const assistant = await openAssistant((request) => {
      if (firstText(request) !== 'Go') return { text: 'Seen.' };
      const call = { name: 'Agent', input: { prompt: 'Look', agent: 'scout' } };
      return request.body.messages.length === 1 ? { calls: [call] } : { text: 'ok' };
    });
    await write(join(assistant.dir, '../tools'), TOOLS);
    await data(assistant, 'plugin', 'install', '--name', '../tools');
    await assistant.ask('Go', ['--permission-mode', 'bypassPermissions']);
    const asked = assistant.server.requests.find((request) => firstText(request) === 'Look');
    expect(asked?.body.system[0].text).toMatch(/^You are a scout\.\n\nWorking directory: /);
  });

  it('runs nothing that the user did not consent to', async () => {
    const assistant = await openAssistant(() => ({ text: 'ok' }));
    const { dir, home, ask, server } = assistant;
    await write(join(dir, 'tools'), TOOLS);
    expect(await data(assistant, 'plugin', 'install', '--name', './tools')).toMatchObject({ id: 'tools@local' });
    const script = join(home, 'plugins/cache/local/tools/1.0.0/say.sh');
    await writeFile(script, '#!/bin/sh\ntouch pwned.txt\n');
    const { stderr } = await ask('/tools:greet Ann');
    expect(stderr).toContain('The plugin tools@local changed after you approved it');
    expect(stderr).toContain('There is no command or skill /tools:greet');
    expect(server.requests).toEqual([]);
    expect(await exists(join(dir, 'pwned.txt'))).toBe(false);
    expect((await data(assistant, 'plugin', 'list')).plugins).toMatchObject([{ trusted: false, enabled: true }]);
    expect(await data(assistant, 'plugin', 'update', '--name', 'tools')).toMatchObject({
      updated: [{ id: 'tools@local', previous: '1.0.0' }],
    });
    expect((await ask('Hello')).stderr).toBe('');
    // A new file, and one that can be run now, are changes too.
    await writeFile(join(dirname(script), 'commands/more.md'), 'More.');
    expect((await ask('Hello')).stderr).toContain('changed after you approved it');
    await rm(join(dirname(script), 'commands/more.md'));
    await chmod(join(dirname(script), 'commands/ship.md'), 0o755);
    expect((await ask('Hello')).stderr).toContain('changed after you approved it');
  });

  it('runs its commands under the policy like any other', async () => {
    const assistant = await openAssistant(() => ({ text: 'ok' }), {}, { permissions: { deny: ['Bash(echo *)'] } });
    await write(join(assistant.dir, 'tools'), TOOLS);
    await data(assistant, 'plugin', 'install', '--name', './tools');
    await assistant.ask('/ship');
    expect(firstText(assistant.server.requests[0])).toContain(
      '[Not run: echo shipped: terminal exec was not permitted',
    );
  });

  it('goes by its own name too where that of a skill or a server is taken', async () => {
    const assistant = await openAssistant(() => ({ text: 'ok' }), {
      '.claude/skills/greet/SKILL.md': 'Greet as this project does.',
      '.mcp.json': JSON.stringify({ mcpServers: { memory: { command: 'own' } } }),
    });
    const { dir, home, ask, server } = assistant;
    onTestFinished(() => stopService(home));
    for (const name of ['one', 'two']) {
      await write(join(dir, name), { ...TOOLS, ...manifest({ name }) });
      await data(assistant, 'plugin', 'install', '--name', `./${name}`);
    }
    for (const name of ['greet', 'one:greet', 'two:greet', 'two:ship']) await ask(`/${name} Ann`);
    expect(server.requests.map((request) => firstText(request).split('\n')[1])).toEqual([
      'Greet as this project does.',
      expect.stringMatching(/^Greet Ann from .*\/one\/1\.0\.0\.$/),
      expect.stringMatching(/^Greet Ann from .*\/two\/1\.0\.0\.$/),
      'Ship it: shipped',
    ]);
    const hooks = JSON.stringify(server.requests[0]?.body.messages).match(/The plugin is in \S+?\/(?:one|two)\//g);
    expect(hooks).toHaveLength(2);
    const { servers } = await data(assistant, 'mcp', 'servers');
    expect(servers.map(({ name, trusted }: Record<string, unknown>) => [name, trusted])).toEqual([
      ['memory', false],
      ['one:memory', true],
      ['two:memory', true],
    ]);
  });

  it('needs no more than a name, and says by paths where its parts are', async () => {
    const assistant = await openAssistant(() => ({ text: 'ok' }));
    const { dir, ask, server } = assistant;
    await write(join(dir, 'bare'), {
      '.claude-plugin/plugin.json': JSON.stringify({
        name: 'bare',
        commands: ['./more/one.md'],
        agents: './helpers',
        hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'echo from $CLAUDE_PLUGIN_ROOT' }] }] },
        mcpServers: './servers.json',
      }),
      'more/one.md': 'One.',
      'helpers/two.md': 'Be two.',
      'servers.json': JSON.stringify({ three: { command: 'three' } }),
    });
    const { version, folder, ...brought } = await data(assistant, 'plugin', 'install', '--name', './bare');
    expect(version).toMatch(/^[0-9a-f]{12}$/);
    expect(brought).toMatchObject({
      skills: ['bare:one'],
      agents: ['bare:two'],
      runs: ['hook UserPromptSubmit: echo from $CLAUDE_PLUGIN_ROOT', 'MCP server three: three'],
    });
    await ask('/bare:one');
    expect(JSON.stringify(server.requests[0]?.body.messages)).toContain(`from ${folder}`);
  });
});

describe('marketplaces', () => {
  it('come from repositories at the branch, tag or commit that was asked for', async () => {
    const sandbox = await openServiceSandbox();
    const { dir } = sandbox;
    const old = await commit(sandbox, 'repo', house({ tools: { ...TOOLS, ...manifest({ version: '0.1.0' }) } }), 'v0');
    await commit(sandbox, 'repo', house({ tools: TOOLS }));
    const url = `file://${join(dir, '../repo')}`;
    for (const [args, version] of [
      [[url], '1.0.0'],
      [[`${url}#v0`], '0.1.0'],
      [[url, '--ref', 'v0'], '0.1.0'],
      [[url, '--ref', old], '0.1.0'],
      [['../repo', '--ref', 'main'], '1.0.0'],
    ] as const) {
      const { source } = await data(sandbox, 'plugin', 'marketplace', 'add', '--source', ...args);
      expect(source).toMatch(/repo/);
      expect(await data(sandbox, 'plugin', 'install', '--name', 'tools@house')).toMatchObject({ version });
      expect(await data(sandbox, 'plugin', 'marketplace', 'remove', '--name', 'house')).toEqual({
        name: 'house',
        uninstalled: ['tools@house'],
      });
    }
    expect(await data(sandbox, 'plugin', 'list')).toEqual({ plugins: [], missing: [] });
    expect(await failure(sandbox, 'plugin', 'marketplace', 'add', '--source', `${url}#nowhere`)).toMatchObject({
      code: 'GIT_FAILED',
    });
  });

  it('name plugins of other repositories: of GitHub, by address, at a ref, in a folder', async () => {
    const sandbox = await openServiceSandbox();
    const { dir, env, home } = sandbox;
    const plugin = (version: string) => ({ ...TOOLS, ...manifest({ version }) });
    await commit(sandbox, 'github/owner/tools.git', plugin('1.0.0'), 'v1');
    await commit(sandbox, 'github/owner/tools.git', plugin('2.0.0'));
    await commit(sandbox, 'mono', { 'deep/tools/x': '', ...prefixed('deep/tools', plugin('3.0.0')) });
    env.GIT_CONFIG_GLOBAL = join(home, 'gitconfig');
    await writeFile(
      env.GIT_CONFIG_GLOBAL,
      `[url "file://${join(dir, '../github')}/"]\n\tinsteadOf = https://github.com/\n`,
    );
    const entry = (source: object) => house({}, [{ name: 'tools', source }]);
    for (const [source, version] of [
      [{ source: 'github', repo: 'owner/tools' }, '2.0.0'],
      [{ type: 'github', repo: 'owner/tools', ref: 'v1' }, '1.0.0'],
      [{ source: 'url', url: 'https://github.com/owner/tools.git' }, '2.0.0'],
      [{ source: 'git-subdir', url: `file://${join(dir, '../mono')}`, path: 'deep/tools' }, '3.0.0'],
    ] as const) {
      await write(join(dir, 'market'), entry(source));
      await data(sandbox, 'plugin', 'marketplace', 'add', '--source', './market');
      expect(await data(sandbox, 'plugin', 'install', '--name', 'tools')).toMatchObject({ version });
      await data(sandbox, 'plugin', 'marketplace', 'remove', '--name', 'house');
    }
    await commit(sandbox, 'github/owner/market.git', house({ tools: TOOLS }));
    expect(await data(sandbox, 'plugin', 'marketplace', 'add', '--source', 'owner/market')).toMatchObject({
      source: 'https://github.com/owner/market.git',
    });
  });

  it('have newer versions, which come in only when they are asked for', async () => {
    const sandbox = await openServiceSandbox();
    const offer = (version: string) => ({
      ...house({}, [{ name: 'tools', source: './plugins/tools', version }]),
      ...prefixed('plugins/tools', { ...TOOLS, ...manifest({ version }) }),
    });
    await commit(sandbox, 'repo', offer('1.9.0'));
    await data(sandbox, 'plugin', 'marketplace', 'add', '--source', `file://${join(sandbox.dir, '../repo')}`);
    await data(sandbox, 'plugin', 'install', '--name', 'tools');
    await commit(sandbox, 'repo', offer('1.10.0'));
    const listed = async () => (await data(sandbox, 'plugin', 'list')).plugins[0];
    expect((await listed()).available).toBeUndefined();
    await data(sandbox, 'plugin', 'marketplace', 'update');
    expect(await listed()).toMatchObject({ version: '1.9.0', available: '1.10.0', trusted: true });
    expect(await data(sandbox, 'plugin', 'update')).toMatchObject({
      updated: [{ id: 'tools@house', version: '1.10.0', previous: '1.9.0' }],
    });
    expect(await listed()).toMatchObject({ version: '1.10.0', enabled: true, trusted: true });
    expect(await readdir(join(sandbox.home, 'plugins/cache/house/tools'))).toEqual(['1.10.0']);
    await commit(sandbox, 'repo', offer('1.9.9'));
    await data(sandbox, 'plugin', 'marketplace', 'update', '--name', 'house');
    expect(await data(sandbox, 'plugin', 'update', '--name', 'tools')).toEqual({
      updated: [],
      current: ['tools@house'],
    });
  });

  it('stay as they are when an update goes wrong', async () => {
    const sandbox = await openServiceSandbox();
    await commit(sandbox, 'repo', house({ tools: TOOLS }));
    await data(sandbox, 'plugin', 'marketplace', 'add', '--source', `file://${join(sandbox.dir, '../repo')}`);
    const before = await data(sandbox, 'plugin', 'marketplace', 'list');
    await commit(sandbox, 'repo', { '.claude-plugin/marketplace.json': '{"name":"other","plugins":[]}' });
    expect(await failure(sandbox, 'plugin', 'marketplace', 'update')).toMatchObject({ code: 'CONFLICT' });
    await commit(sandbox, 'repo', { '.claude-plugin/marketplace.json': '{"name":' });
    expect(await failure(sandbox, 'plugin', 'marketplace', 'update')).toMatchObject({ code: 'INVALID_SETTINGS' });
    expect(await data(sandbox, 'plugin', 'marketplace', 'list')).toEqual(before);
    expect((await readdir(join(sandbox.home, 'plugins'))).filter((name) => name.startsWith('.new-'))).toEqual([]);
  });

  it('that settings name are fetched when something of them is installed; those of a checkout need consent', async () => {
    const assistant = await openAssistant(() => ({ text: 'ok' }));
    const { dir } = assistant;
    await commit(assistant, 'repo', house({ tools: TOOLS }));
    const settings = {
      extraKnownMarketplaces: { house: { source: { source: 'git', url: `file://${join(dir, '../repo')}` } } },
      enabledPlugins: { 'tools@house': true },
    };
    await write(dir, { '.claude/settings.json': JSON.stringify(settings) });
    expect(await failure(assistant, 'plugin', 'install', '--name', 'tools@house')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await data(assistant, 'plugin', 'list')).toEqual({ plugins: [], missing: [] });
    await data(assistant, 'trust', 'allow', '--path', '.claude/settings.json');
    expect(await data(assistant, 'plugin', 'list')).toEqual({ plugins: [], missing: ['tools@house'] });
    expect(await data(assistant, 'plugin', 'marketplace', 'list')).toMatchObject({
      marketplaces: [{ name: 'house', added: false }],
    });
    expect(await data(assistant, 'plugin', 'install', '--name', 'tools@house')).toMatchObject({ enabled: true });
    // What a checkout says of plugins does not turn one on or off by itself.
    await data(assistant, 'plugin', 'disable', '--name', 'tools');
    await data(assistant, 'trust', 'revoke', '--path', '.claude/settings.json');
    expect((await data(assistant, 'plugin', 'list')).plugins).toMatchObject([{ enabled: false }]);
    await data(assistant, 'trust', 'allow', '--path', '.claude/settings.json');
    expect((await data(assistant, 'plugin', 'list')).plugins).toMatchObject([{ enabled: true }]);
    await data(assistant, 'plugin', 'disable', '--name', 'tools', '--scope', 'local');
    expect((await data(assistant, 'plugin', 'list')).plugins).toMatchObject([{ enabled: false }]);
  });
});

/** The same files in a folder. */
function prefixed(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
}

describe('what is not in order', () => {
  it.each<[string, Files, string, string]>([
    ['has no manifest', { 'skills/a/SKILL.md': 'A' }, 'INVALID_SETTINGS', 'the folder is not a plugin'],
    ['has no name', manifest({ name: undefined }), 'INVALID_SETTINGS', 'name'],
    ['has a name that leads elsewhere', manifest({ name: '../../x' }), 'INVALID_SETTINGS', 'may contain letters'],
    ['has a version that leads elsewhere', manifest({ version: '../../x' }), 'INVALID_INPUT', 'is not a version'],
    ['names a path outside', manifest({ commands: '../../etc' }), 'INVALID_SETTINGS', 'points outside the plugin'],
    ['names a file that is not there', manifest({ hooks: './gone.json' }), 'INVALID_SETTINGS', 'does not exist'],
    ['has a broken hook', { ...manifest(), 'hooks/hooks.json': '{"Stop":[{}]}' }, 'INVALID_SETTINGS', 'hooks'],
    ['has no JSON', { ...manifest(), '.mcp.json': '{' }, 'INVALID_SETTINGS', '.mcp.json:1'],
  ])('a plugin that %s is refused, and nothing is changed', async (_, files, code, says) => {
    const sandbox = await openServiceSandbox();
    await write(join(sandbox.dir, 'plugin'), files);
    const error = await failure(sandbox, 'plugin', 'install', '--name', './plugin');
    expect(error).toMatchObject({ code, message: expect.stringContaining(says) });
    expect(await readdir(join(sandbox.home, 'plugins'))).toEqual([]);
    expect(await exists(join(sandbox.home, 'plugins.json'))).toBe(false);
    expect(await exists(join(sandbox.home, 'consents.json'))).toBe(false);
  });

  it('a plugin with a link that leads out of it is refused', async () => {
    const sandbox = await openServiceSandbox();
    await write(join(sandbox.dir, 'plugin'), manifest());
    await symlink('/etc/passwd', join(sandbox.dir, 'plugin/secrets'));
    expect(await failure(sandbox, 'plugin', 'install', '--name', './plugin')).toMatchObject({
      message: expect.stringContaining('it points outside the plugin'),
    });
  });

  it.each([
    ['a path out of it', '../../elsewhere', 'leads out of the marketplace'],
    ['a folder of this machine', { source: 'directory', path: '/etc' }, 'cannot be read'],
    ['no place at all', 7, 'must be a path or an object'],
  ])('a marketplace may not offer %s', async (_, source, says) => {
    const sandbox = await openServiceSandbox();
    await write(join(sandbox.dir, 'market'), house({}, [{ name: 'tools', source }]));
    expect(await failure(sandbox, 'plugin', 'marketplace', 'add', '--source', './market')).toMatchObject({
      message: expect.stringContaining(says),
    });
  });

  it('a link in a marketplace leads to nothing outside of it', async () => {
    const sandbox = await openServiceSandbox();
    await write(join(sandbox.dir, 'elsewhere'), TOOLS);
    await write(join(sandbox.dir, 'market'), house({}, [{ name: 'tools', source: './tools' }]));
    await symlink('../elsewhere', join(sandbox.dir, 'market/tools'));
    expect(await failure(sandbox, 'plugin', 'marketplace', 'add', '--source', './market')).toMatchObject({
      message: expect.stringContaining('leads out of the marketplace'),
    });
  });

  it.each([
    ['file:///nowhere/$(touch pwned)`touch pwned`;touch pwned', 'GIT_FAILED'],
    ['owner/name#$(touch pwned)', 'GIT_FAILED'],
    ['file:///nowhere#--upload-pack=touch pwned', 'INVALID_INPUT'],
    ['--upload-pack=touch pwned', 'INVALID_INPUT'],
    ['ext::sh -c touch% pwned', 'INVALID_INPUT'],
    ['./nowhere', 'NOT_FOUND'],
  ])('the source %j runs nothing', async (source, code) => {
    const sandbox = await openServiceSandbox();
    // Nothing is fetched over a network.
    sandbox.env.GIT_CONFIG_GLOBAL = join(sandbox.home, 'gitconfig');
    await writeFile(sandbox.env.GIT_CONFIG_GLOBAL, '[url "file:///nowhere/"]\n\tinsteadOf = https://\n');
    expect(await failure(sandbox, 'plugin', 'marketplace', 'add', `--source=${source}`)).toMatchObject({ code });
    expect(await readdir(sandbox.dir)).toEqual([]);
  });

  it('is told of in other words: what is there twice, nowhere, or misspelt', async () => {
    const sandbox = await openServiceSandbox();
    const { dir } = sandbox;
    const other = {
      '.claude-plugin/marketplace.json': JSON.stringify({ name: 'other', plugins: [{ name: 'tools', source: './' }] }),
    };
    await write(join(dir, 'one'), house({ tools: TOOLS }));
    await write(join(dir, 'two'), { ...other, ...TOOLS });
    await data(sandbox, 'plugin', 'marketplace', 'add', '--source', './one');
    expect(await failure(sandbox, 'plugin', 'marketplace', 'add', '--source', './one')).toMatchObject({
      code: 'ALREADY_EXISTS',
    });
    await data(sandbox, 'plugin', 'marketplace', 'add', '--source', './two');
    expect(await failure(sandbox, 'plugin', 'install', '--name', 'tools')).toMatchObject({
      code: 'AMBIGUOUS_MATCH',
      hint: 'Say which: tools@house, tools@other',
    });
    expect(await failure(sandbox, 'plugin', 'install', '--name', 'toosl@house')).toMatchObject({
      hint: 'Did you mean tools?',
    });
    await data(sandbox, 'plugin', 'install', '--name', 'tools@other');
    expect(await failure(sandbox, 'plugin', 'install', '--name', 'tools@other')).toMatchObject({
      code: 'ALREADY_EXISTS',
    });
    expect(await failure(sandbox, 'plugin', 'enable', '--name', 'toosl@other')).toMatchObject({
      hint: 'Did you mean tools@other?',
    });
  });

  it('two at once lose nothing of each other', async () => {
    const sandbox = await openServiceSandbox();
    const names = ['a', 'b', 'c'];
    for (const name of names) await write(join(sandbox.dir, name), manifest({ name }));
    await Promise.all(names.map((name) => data(sandbox, 'plugin', 'install', '--name', `./${name}`)));
    const { plugins } = await data(sandbox, 'plugin', 'list');
    expect(plugins.map(({ id, enabled, trusted }: Record<string, unknown>) => [id, enabled, trusted]).sort()).toEqual(
      names.map((name) => [`${name}@local`, true, true]),
    );
  });

  it('a preview changes nothing, and where nobody can be asked nothing is installed', async () => {
    const sandbox = await openServiceSandbox();
    await write(join(sandbox.dir, 'tools'), TOOLS);
    expect(await data(sandbox, 'plugin', 'install', '--name', './tools', '--dry-run')).toMatchObject({
      id: 'tools@local',
      enabled: false,
    });
    expect(await data(sandbox, 'plugin', 'list')).toEqual({ plugins: [], missing: [] });
    const asked = await sandbox.helve(['plugin', 'install', '--name', './tools', '--permission-mode', 'default']);
    expect(JSON.parse(asked.stdout).error.code).toBe('PERMISSION_DENIED');
  });
});
