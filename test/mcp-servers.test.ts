import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { comeBack, startAuthority } from '../packages/toolbox/src/mcp/testing/authority.ts';
import { connect, expectGone } from './kit/mcp.ts';
import { ended, openServiceSandbox, type ServiceSandbox } from './kit/service.ts';

const require = createRequire(import.meta.url);
const MEMORY = require.resolve('@modelcontextprotocol/server-memory/dist/index.js');
const FILES = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const ODD = join(import.meta.dirname, '../packages/toolbox/src/mcp/testing/odd-server.mjs');

const node = (...args: readonly string[]) => ({ command: process.execPath, args });

const SETTINGS = {
  mcpServers: {
    odd: { ...node(ODD), env: { ODD_LOG: '${HELVE_HOME}/odd.log' } },
    memory: { ...node(MEMORY), env: { MEMORY_FILE_PATH: '${HELVE_HOME}/memory.jsonl' } },
    files: node(FILES, '.'),
  },
};

interface Said {
  readonly ok: boolean;
  readonly data: { readonly text: string } & Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string; readonly hint: string; readonly message: string };
}

async function helve({ helve: run }: ServiceSandbox, ...args: readonly string[]): Promise<Said> {
  return JSON.parse((await run(args)).stdout);
}

function execute(sandbox: ServiceSandbox, toolbox: string, tool: string, params: object = {}): Promise<Said> {
  return helve(sandbox, 'mcp', 'execute', '--toolbox', toolbox, '--tool', tool, '--params', JSON.stringify(params));
}

it('keeps a server and what it knows from one process to the next', async () => {
  const sandbox = await openServiceSandbox({}, SETTINGS);
  const entities = [{ name: 'helve', entityType: 'handle', observations: ['of a tool'] }];
  expect(await execute(sandbox, 'memory', 'create_entities', { entities })).toMatchObject({ ok: true });
  expect(await execute(sandbox, 'memory', 'search_nodes', { query: 'handle' })).toMatchObject({
    data: { structuredContent: { entities } },
  });
  const first = await execute(sandbox, 'odd', 'pid');
  expect(await execute(sandbox, 'odd', 'pid')).toEqual(first);
  expect(await helve(sandbox, 'mcp', 'servers')).toMatchObject({
    data: {
      servers: [
        { name: 'odd', status: 'connected', pid: Number(first.data.text), transport: 'stdio', trusted: true },
        { name: 'memory', status: 'connected', tools: expect.any(Number) },
        { name: 'files', status: 'stopped' },
      ],
    },
  });
});

it('starts a server in the folder of the project', async () => {
  const sandbox = await openServiceSandbox({ 'a.txt': 'alpha' }, SETTINGS);
  const { data } = await execute(sandbox, 'files', 'read_text_file', { path: join(sandbox.dir, 'a.txt') });
  expect(data.text).toBe('alpha');
});

it('ends its servers with the service', async () => {
  const sandbox = await openServiceSandbox({}, SETTINGS);
  const { data: pid } = await execute(sandbox, 'odd', 'pid');
  const { data: child } = await execute(sandbox, 'odd', 'child');
  expect(await sandbox.helve(['service', 'stop'])).toMatchObject({ code: 0 });
  await expectGone([pid.text, child.text]);
});

it('leaves no server when the service is killed', async () => {
  const sandbox = await openServiceSandbox({}, SETTINGS);
  const service = await sandbox.start();
  const { data: pid } = await execute(sandbox, 'odd', 'pid');
  const { data: child } = await execute(sandbox, 'odd', 'child');
  expect(process.kill(service, 'SIGKILL')).toBe(true);
  await ended(service);
  await ended(Number(pid.text));
  await ended(Number(child.text));
});

it('lists tools without starting a server that was asked before', async () => {
  const sandbox = await openServiceSandbox({}, SETTINGS);
  expect(await helve(sandbox, 'mcp', 'tools', '--toolbox', 'odd', '--cached')).toMatchObject({
    data: { toolboxes: [{ toolbox: 'odd', tools: [], problem: expect.stringContaining('Not listed yet') }] },
  });
  const listed = await helve(sandbox, 'mcp', 'tools', '--toolbox', 'odd');
  await sandbox.helve(['service', 'stop']);
  expect(await helve(sandbox, 'mcp', 'tools', '--toolbox', 'odd', '--cached')).toEqual(listed);
  expect((await readFile(join(sandbox.home, 'odd.log'), 'utf8')).match(/^start/gm)).toHaveLength(1);
  await helve(sandbox, 'mcp', 'tools', '--toolbox', 'odd', '--refresh');
  expect((await readFile(join(sandbox.home, 'odd.log'), 'utf8')).match(/^start/gm)).toHaveLength(2);
});

it('lists the tools of all servers, also when one of them is broken', async () => {
  const sandbox = await openServiceSandbox(
    {},
    {
      mcpServers: { ...SETTINGS.mcpServers, broken: node(ODD, 'broken') },
    },
  );
  const { data } = await helve(sandbox, 'mcp', 'all-tools');
  expect(data).toMatchObject({
    toolboxes: [
      { toolbox: 'odd', tools: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]) },
      { toolbox: 'memory' },
      { toolbox: 'files' },
      { toolbox: 'broken', tools: [], problem: expect.stringContaining('cannot find my database') },
    ],
  });
});

it('checks arguments before anything is sent', async () => {
  const sandbox = await openServiceSandbox({}, SETTINGS);
  const { error } = await execute(sandbox, 'odd', 'echo', { txt: 'hi', tree: { next: { value: 'no number' } } });
  expect(error).toMatchObject({
    code: 'INVALID_INPUT',
    message:
      'echo: text is missing; txt is not known, did you mean text?; tree.next.value must be number, not "no number"',
  });
  expect(await execute(sandbox, 'odd', 'ehco')).toMatchObject({
    error: { code: 'NOT_FOUND', hint: 'Did you mean echo?' },
  });
});

it('runs nothing of a project that was not trusted, and goes on once it is', async () => {
  const sandbox = await openServiceSandbox({ '.mcp.json': JSON.stringify({ mcpServers: { theirs: node(ODD) } }) });
  const { code, stdout } = await sandbox.helve(['mcp', 'execute', '--toolbox', 'theirs', '--tool', 'pid']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: 'PERMISSION_DENIED', hint: expect.stringContaining('helve tool trust --path') },
  });
  expect(await helve(sandbox, 'mcp', 'servers')).toMatchObject({
    data: { servers: [{ trusted: false, status: 'stopped' }] },
  });
  await helve(sandbox, 'mcp', 'remove', '--name', 'theirs');
  const config = JSON.stringify(node(ODD));
  await helve(sandbox, 'mcp', 'configure', '--name', 'ours', '--config', config, '--scope', 'project');
  expect(await execute(sandbox, 'ours', 'echo', { text: 'hi' })).toMatchObject({ data: { text: 'hi' } });
  await writeFile(join(sandbox.dir, '.mcp.json'), JSON.stringify({ mcpServers: { ours: node(ODD, 'changed') } }));
  expect(await execute(sandbox, 'ours', 'echo', { text: 'hi' })).toMatchObject({
    error: { code: 'PERMISSION_DENIED' },
  });
});

it('says which settings are broken', async () => {
  const sandbox = await openServiceSandbox({ '.mcp.json': '{' });
  const { code, stdout } = await sandbox.helve(['mcp', 'servers']);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    2,
    { error: { code: 'INVALID_SETTINGS', details: { path: join(sandbox.dir, '.mcp.json') } } },
  ]);
});

it('gives up at its timeout and when it is interrupted, and tells the server', async () => {
  const sandbox = await openServiceSandbox({}, SETTINGS);
  const log = () => readFile(join(sandbox.home, 'odd.log'), 'utf8');
  await execute(sandbox, 'odd', 'pid');
  const late = await sandbox.helve(['mcp', 'execute', '--toolbox', 'odd', '--tool', 'hang', '--timeout', '3000']);
  expect(JSON.parse(late.stdout)).toMatchObject({ error: { code: 'TIMEOUT' } });
  await expect.poll(log).toMatch(/cancelled/);

  const args = ['mcp', 'execute', '--toolbox', 'odd', '--tool', 'hang-noted'];
  const child = spawn('helve', args, { cwd: sandbox.dir, env: sandbox.env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  await expect.poll(log, { timeout: 30_000 }).toMatch(/hanging/);
  child.kill('SIGINT');
  expect(await exited).toEqual([130, null]);
  await expect.poll(async () => (await log()).match(/cancelled/g)?.length, { timeout: 30_000 }).toBe(2);
});

it('goes through the function of a shell', async () => {
  const sandbox = await openServiceSandbox({}, SETTINGS);
  const init = join(sandbox.home, 'init.bash');
  await writeFile(init, (await sandbox.helve(['shell-init', 'bash'])).stdout);
  await sandbox.start();
  const { stdout } = await sandbox.run('bash', [
    '-c',
    `source "$0"; helve mcp execute --toolbox odd --tool echo --params '{"text":"from a shell"}'`,
    init,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ data: { text: 'from a shell' } });
});

it('keeps the servers that an MCP client uses in the service, which ends them when it stops', async () => {
  const sandbox = await openServiceSandbox({}, SETTINGS);
  const client = await connect(sandbox, ['--tools', 'all']);
  const { structuredContent } = await client.call('McpExecute', { toolbox: 'odd', tool: 'pid' });
  const { text } = structuredContent as { readonly text: string };
  expect((await sandbox.status()).running).toBe(true);
  await client.close();
  await sandbox.helve(['service', 'stop']);
  await expectGone([text]);
});

it('logs in to a server over HTTP, and comes back after the process that began it is gone', async () => {
  const authority = await startAuthority();
  const sandbox = await openServiceSandbox(
    {},
    { mcpServers: { docs: { type: 'http', url: authority.url }, odd: node(ODD) } },
  );
  expect(await execute(sandbox, 'docs', 'echo')).toMatchObject({
    error: { code: 'AUTH_REQUIRED', hint: expect.stringContaining('helve mcp login --toolbox docs') },
  });
  const { data } = await helve(sandbox, 'mcp', 'login', '--toolbox', 'docs');
  expect(data).toMatchObject({ status: 'waiting' });
  expect(await comeBack(String(data.url))).toBe(200);
  expect(await execute(sandbox, 'docs', 'echo')).toMatchObject({ data: { text: 'echoed' } });
  expect(await helve(sandbox, 'mcp', 'login', '--toolbox', 'odd')).toMatchObject({ error: { code: 'INVALID_INPUT' } });
});
