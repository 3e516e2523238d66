import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Form } from '@helve/command';
import { expect, it } from 'vitest';
import type { Connections } from './connections.ts';
import { createMcpProtocol } from './protocol.ts';
import { cachedTools } from './tool-cache.ts';
import { OFFICIAL } from './testing/http-server.ts';
import { openBench } from './testing/kit.ts';
import type { Host } from '../utcp/protocol.ts';

function node(name: keyof typeof OFFICIAL, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  return { type: 'stdio', command: process.execPath, args: [OFFICIAL[name], ...args], env } as const;
}

it('calls the official server for files', async () => {
  const { server, call, home } = await openBench();
  await writeFile(join(home, 'a.txt'), 'alpha');
  const files = server(node('filesystem', [home]), 'files');
  expect(await call(files, 'read_text_file', { path: join(home, 'a.txt') })).toMatchObject({ text: 'alpha' });
  await expect(call(files, 'read_text_file', { path: '/etc/hostname' })).rejects.toMatchObject({
    code: 'TOOL_FAILED',
    message: expect.stringContaining('outside allowed directories'),
  });
});

it('keeps the tools of a server on disk, by its configuration', async () => {
  const { server, call, home } = await openBench();
  const memory = server(node('memory', [], { MEMORY_FILE_PATH: join(home, 'm.jsonl') }), 'memory');
  expect(await cachedTools({ home }, memory)).toBeUndefined();
  await call(memory, 'read_graph');
  await expect.poll(() => cachedTools({ home }, memory)).toMatchObject({ listedAt: expect.any(String) });
  const tools = (await cachedTools({ home }, memory))?.tools ?? [];
  expect(tools.map(({ name }) => name)).toContain('create_entities');
  expect(await cachedTools({ home }, server(node('memory'), 'memory'))).toBeUndefined();
});

it('lets the user answer a server, and declines where nobody is there', async () => {
  const { server, call } = await openBench();
  const every = server(node('everything', ['stdio']), 'every');
  expect((await call(every, 'trigger-elicitation-request')).text).toContain('declined');
  const asked: Form[] = [];
  const elicit = async (request: Form) => {
    asked.push(request);
    return { action: 'accept', content: { name: 'Ada' } } as const;
  };
  expect((await call(every, 'trigger-elicitation-request', {}, { contact: { elicit } })).text).toContain('Ada');
  expect(asked).toMatchObject([{ from: 'every', schema: { type: 'object' } }]);
});

it('lets a model answer a server where one is offered', async () => {
  const { server, call } = await openBench();
  const every = server(node('everything', ['stdio']), 'every');
  await expect(call(every, 'trigger-sampling-request', { prompt: 'hi' })).rejects.toMatchObject({
    code: 'TOOL_FAILED',
    message: expect.stringContaining('no model'),
  });
  const content = { type: 'text', text: 'said by a model' };
  const sample = async () => ({ model: 'm1', role: 'assistant', content });
  expect((await call(every, 'trigger-sampling-request', { prompt: 'hi' }, { contact: { sample } })).text).toContain(
    'said by a model',
  );
});

it('tells a server the folder of the project', async () => {
  const { server, call, home } = await openBench();
  const every = server(node('everything', ['stdio']), 'every');
  expect((await call(every, 'get-roots-list')).text).toContain(`file://${home}`);
});

function createHost(home: string): Host {
  return {
    cwd: home,
    env: process.env,
    home,
    now: Date.now,
    signal: new AbortController().signal,
    progress: () => {},
    warn: () => {},
    root: home,
    allow: {},
  };
}

async function discover(connections: Connections, home: string, config: object, more: object = {}) {
  const protocol = createMcpProtocol(connections);
  const template = { name: 'm', call_template_type: 'mcp', config: { mcpServers: config }, ...more };
  const host = createHost(home);
  const manual = await protocol.discover(template, host);
  const call = (name: string, args: Readonly<Record<string, unknown>>) => {
    const tool = manual.tools.find((found) => found.name === name);
    if (!tool) throw new Error(`There is no ${name} among ${manual.tools.map((found) => found.name).join(', ')}`);
    return protocol.call({ manualName: 'm', tool, template: tool.tool_call_template, args }, host);
  };
  return { manual, call };
}

it('is a protocol of UTCP: tools of several servers, also those with dots in their names', async () => {
  const { connections, home } = await openBench();
  const { manual, call } = await discover(connections, home, {
    every: node('everything', ['stdio']),
    'every.memory': { ...node('memory', [], { MEMORY_FILE_PATH: join(home, 'm.jsonl') }), transport: 'stdio' },
  });
  expect(manual.tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['every.echo', 'every.memory.read_graph']),
  );
  expect(await call('every.echo', { message: '123' })).toMatchObject({ value: 'Echo: 123' });
  expect((await call('every.memory.read_graph', {})).value).toEqual({ entities: [], relations: [] });
  expect((await call('every.get-structured-content', { location: 'Chicago' })).value).toMatchObject({
    conditions: expect.any(String),
  });
  await expect(call('every.get-sum', { a: 'x' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

it('offers resources as tools where a template says so', async () => {
  const { connections, home } = await openBench();
  const every = { every: node('everything', ['stdio']) };
  const { manual, call } = await discover(connections, home, every, { register_resources_as_tools: true });
  const resource = manual.tools.find(({ name }) => name.startsWith('every.resource_'));
  expect((await call(resource?.name ?? '', {})).value).toEqual(expect.any(String));
});

it('refuses servers of a manual that are reached in plain text, and says what is wrong with a template', async () => {
  const { connections, home } = await openBench();
  const plain = { s: { url: 'http://example.com/mcp' } };
  await expect(discover(connections, home, plain)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  const check = (config: object) =>
    createMcpProtocol(connections).check?.({ call_template_type: 'mcp', config: { mcpServers: config } }, 't');
  expect(check(plain)).toMatchObject([{ level: 'warning', at: 't.config.mcpServers.s.url' }]);
  expect(check({ s: {} })).toMatchObject([{ level: 'error', at: 't.config.mcpServers.s' }]);
  expect(createMcpProtocol(connections).check?.({ call_template_type: 'mcp' }, 't')).toMatchObject([
    { level: 'error' },
  ]);
});
