import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, type Context, inWords } from '@helve/command';
import { expect, it, onTestFinished } from 'vitest';
import { command as trustCommand } from '../commands/tool/trust.ts';
import { configure } from './configure.ts';
import { remove } from './remove.ts';
import { configuredServers, findServer } from './configured-servers.ts';

const trustFile = await trustCommand.run();

interface Place {
  readonly context: Context;
  readonly warnings: string[];
  readonly base: string;
}

async function openPlace(files: Readonly<Record<string, unknown>>, cwd = 'work'): Promise<Place> {
  const base = await mkdtemp(join(tmpdir(), 'helve-servers-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  for (const folder of ['home', cwd]) await mkdir(join(base, folder), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(base, name)), { recursive: true });
    await writeFile(join(base, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const warnings: string[] = [];
  const context: Context = {
    signal: new AbortController().signal,
    deadline: undefined,
    place: { cwd: join(base, cwd), env: { TOKEN: 't0ken', EMPTY: '', HOME: base }, home: join(base, 'home') },
    reach: {},
    now: () => 0,
    progress: () => {},
    permits: () => true,
    restricted: false,
    verdict: async () => 'allow',
    command: 'test',
    confinement: undefined,
    call: () => {
      throw new Error('no other command is called');
    },
    registry: () => {
      throw new Error('no registry is needed');
    },
    keep: () => {
      throw new Error('nothing is kept here');
    },
    beside: () => {},
    warn: (message) => void warnings.push(inWords(message)),
  };
  return { context, warnings, base };
}

const A = { command: 'a-server', args: ['--port', 1] };

it('reads the shapes that others write', async () => {
  const { context } = await openPlace({
    'home/settings.json': {
      permissions: { mode: 'default' },
      mcpServers: {
        a: A,
        b: { type: 'http', url: 'https://example.com/mcp', headers: { X: 'y' } },
        c: { type: 'sse', url: 'https://example.com/sse' },
        d: { url: 'https://example.com/mcp', disabled: false },
        e: { transport: 'streamable-http', url: 'https://example.com/mcp' },
      },
    },
  });
  expect((await configuredServers(context)).map(({ name, config }) => [name, config])).toEqual([
    ['a', { type: 'stdio', command: 'a-server', args: ['--port', '1'], env: {} }],
    ['b', { type: 'http', url: 'https://example.com/mcp', headers: { X: 'y' } }],
    ['c', { type: 'sse', url: 'https://example.com/sse', headers: {} }],
    ['d', { type: 'http', url: 'https://example.com/mcp', headers: {} }],
    ['e', { type: 'http', url: 'https://example.com/mcp', headers: {} }],
  ]);
});

it('fills in variables, and shows the configuration without them', async () => {
  const { context } = await openPlace({
    'home/settings.json': {
      mcpServers: {
        a: { command: 'x', args: ['${TOKEN}', '${NOT_SET:-b}', '${EMPTY:-c}', '$TOKEN'], env: { K: 'k-${TOKEN}' } },
      },
    },
  });
  expect(await configuredServers(context)).toMatchObject([
    {
      shown: 'x ${TOKEN} ${NOT_SET:-b} ${EMPTY:-c} $TOKEN',
      config: { args: ['t0ken', 'b', 'c', '$TOKEN'], env: { K: 'k-t0ken' } },
    },
  ]);
});

it('lets a server that is not in order spoil no other', async () => {
  const { context } = await openPlace({
    'home/settings.json': {
      mcpServers: {
        a: A,
        b: { args: [] },
        c: { command: '${NOT_SET}' },
        d: { type: 'smoke', url: 'x' },
        e: 5,
        f: { url: 'no' },
      },
    },
  });
  const servers = await configuredServers(context);
  expect(
    servers.map(({ config }) => (config instanceof CommandError ? config.message.replace(/^.*server /, '') : 'ok')),
  ).toEqual([
    'ok',
    '"b": it has neither a command nor a url',
    '"c": the variable NOT_SET is not set',
    '"d": unknown transport "smoke"',
    '"e": it must be Object, not 5',
    '"f": its url is not an http or https address',
  ]);
  await expect(findServer(context, 'c')).rejects.toMatchObject({ code: 'INVALID_SETTINGS', details: { server: 'c' } });
  await expect(findServer(context, 'a')).resolves.toMatchObject({ name: 'a' });
});

it.each([
  ['{', 'home/settings.json'],
  ['[]', 'home/settings.json'],
  ['{"mcpServers":[]}', 'home/settings.json'],
  ['nonsense', 'work/.mcp.json'],
])('says which file is broken: %s in %s', async (content, file) => {
  const { context, base } = await openPlace({ [file]: content });
  await expect(configuredServers(context)).rejects.toMatchObject({
    code: 'INVALID_SETTINGS',
    details: { path: join(base, file) },
  });
});

it('finds the nearest .mcp.json of the repository, and none above it', async () => {
  const entry = (name: string) => ({ mcpServers: { [name]: A } });
  const { context } = await openPlace(
    { '.mcp.json': entry('outside'), 'repo/.git/HEAD': '', 'repo/.mcp.json': entry('root'), 'repo/a/b/x': '' },
    'repo/a/b',
  );
  expect(await configuredServers(context)).toMatchObject([
    { name: 'root', scope: 'project', folder: join(context.place.cwd, '../..') },
  ]);
  const bare = await openPlace({ '.mcp.json': entry('outside') }, 'a/b');
  expect(await configuredServers(bare.context)).toEqual([]);
});

it('runs nothing of a project before the user consents, and asks anew when it changed', async () => {
  const entry = { ...A, env: { LD_PRELOAD: 'x.so' } };
  const { context, base } = await openPlace({ 'work/.mcp.json': { mcpServers: { a: entry } } });
  const file = join(base, 'work/.mcp.json');
  await expect(findServer(context, 'a')).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    message: `${file} was not trusted, so its server a cannot run: a-server --port 1`,
    hint: expect.stringContaining(`helve tool trust --path ${file}`),
  });
  expect(await trustFile({ path: '.mcp.json', revoke: false, dryRun: true }, context)).toEqual({
    path: file,
    trusted: false,
    runs: [`MCP server "a": a-server --port 1, env {"LD_PRELOAD":"x.so"}`],
  });
  await expect(findServer(context, 'a')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  expect(await trustFile({ path: '.mcp.json', revoke: false, dryRun: false }, context)).toMatchObject({
    trusted: true,
  });
  await expect(findServer(context, 'a')).resolves.toMatchObject({ trusted: true });

  await writeFile(file, JSON.stringify({ mcpServers: { a: { ...entry, env: {} } } }));
  await expect(findServer(context, 'a')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await writeFile(file, JSON.stringify({ mcpServers: { a: entry }, comment: 'nothing that runs' }));
  await expect(findServer(context, 'a')).resolves.toMatchObject({ trusted: true });
  await trustFile({ path: '.mcp.json', revoke: true, dryRun: false }, context);
  await expect(findServer(context, 'a')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});

it('shows what would run as it is, whatever characters it hides behind', async () => {
  const { context } = await openPlace({ 'work/.mcp.json': { mcpServers: { a: { command: 'evil\u001b[2K\rls' } } } });
  expect(await trustFile({ path: '.mcp.json', revoke: false, dryRun: true }, context)).toMatchObject({
    runs: ['MCP server "a": "evil\\u001b[2K\\rls"'],
  });
});

it('trusts only files that it knows, and that are there', async () => {
  const { context } = await openPlace({ 'work/other.json': {} });
  const trust = (path: string) => trustFile({ path, revoke: false, dryRun: false }, context);
  await expect(trust('other.json')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(trust('.mcp.json')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('lets no project take the place of a server of the user', async () => {
  const { context } = await openPlace({
    'home/settings.json': { mcpServers: { a: A } },
    'work/.mcp.json': { mcpServers: { a: { command: 'evil' }, b: A } },
  });
  expect((await configuredServers(context)).map(({ name, scope, trusted }) => [name, scope, trusted])).toEqual([
    ['a', 'user', true],
    ['b', 'project', false],
  ]);
});

it('writes servers and takes them out, and leaves the rest of the file as it was', async () => {
  const { context, base } = await openPlace({
    'elsewhere.json': { permissions: { mode: 'plan' }, mcpServers: { a: A } },
  });
  const file = join(base, 'home/settings.json');
  await symlink(join(base, 'elsewhere.json'), file);
  expect(await configure({ name: 'b', config: { command: 'b' }, scope: 'user' }, context)).toEqual({
    name: 'b',
    scope: 'user',
    file,
    runs: 'b',
    replaced: false,
  });
  await configure({ name: 'a', config: { url: '${BASE}/mcp' }, scope: 'user' }, context);
  await remove({ name: 'b' }, context);
  expect(JSON.parse(await readFile(join(base, 'elsewhere.json'), 'utf8'))).toEqual({
    permissions: { mode: 'plan' },
    mcpServers: { a: { url: '${BASE}/mcp' } },
  });
});

it('refuses a configuration or a name that cannot be, and changes nothing', async () => {
  const { context, base } = await openPlace({});
  const given = (name: string, config: object) => configure({ name, config: { ...config }, scope: 'user' }, context);
  await expect(given('a', {})).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    hint: expect.stringContaining('command'),
  });
  await expect(given('a b', A)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(given('__proto__', A)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(readFile(join(base, 'home/settings.json'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it('trusts what is configured for a project here, but not what stood in its file before', async () => {
  const fresh = await openPlace({ 'work/.git/HEAD': '' });
  await configure({ name: 'a', config: A, scope: 'project' }, fresh.context);
  await configure({ name: 'b', config: A, scope: 'project' }, fresh.context);
  expect((await configuredServers(fresh.context)).map(({ trusted }) => trusted)).toEqual([true, true]);
  expect((await stat(join(fresh.base, 'work/.mcp.json'))).mode & 0o444).toBe(0o444);

  const old = await openPlace({ 'work/.mcp.json': { mcpServers: { evil: A } } });
  await configure({ name: 'a', config: A, scope: 'project' }, old.context);
  expect((await configuredServers(old.context)).map(({ trusted }) => trusted)).toEqual([false, false]);
  expect(old.warnings).toEqual([expect.stringContaining('helve tool trust')]);
});

it('names the nearest server', async () => {
  const { context } = await openPlace({ 'home/settings.json': { mcpServers: { memory: A } } });
  await expect(findServer(context, 'memry')).rejects.toMatchObject({ code: 'NOT_FOUND', hint: 'Did you mean memory?' });
  await expect(remove({ name: 'memry' }, context)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    hint: 'Did you mean memory?',
  });
});

it('neither reads nor writes the file of a project that may not be touched', async () => {
  const { context, base } = await openPlace({ 'work/.mcp.json': { mcpServers: { a: A } } });
  const barred: Context = { ...context, permits: () => false };
  expect(await configuredServers(barred)).toEqual([]);
  await expect(configure({ name: 'b', config: A, scope: 'project' }, barred)).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    details: { path: join(base, 'work/.mcp.json') },
  });
});
