import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BINARY, openSandbox } from './kit/helve.ts';
import { CLIENTS, connect, descendantsOf, expectGone, openSilentRemote } from './kit/mcp.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const CLI_TOOLS = ['CliEnv', 'CliGetPlatform', 'CliRead', 'CliRun', 'CliSession', 'CliStop', 'CliWrite'];
const TEXT_TOOLS = ['TextCreate', 'TextInspect', 'TextPatch', 'TextRead', 'TextSearch'];

describe.each(CLIENTS)('a client of the %s kind', (kind) => {
  it('lists the tools and calls them, with data that fits the schema they announce', async () => {
    const sandbox = await openSandbox({ 'src/a.ts': 'export const alpha = 1;\n' });
    const client = await connect(sandbox, ['--tools', 'text'], kind);
    const tools = await client.list();
    expect(tools.map(({ name }) => name).sort()).toEqual(TEXT_TOOLS);
    expect(tools.find(({ name }) => name === 'TextRead')).toMatchObject({
      inputSchema: { required: ['filePath'] },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    });
    // The clients check structured content against the schema of the list by themselves.
    expect(await client.call('TextRead', { filePath: 'src/a.ts' })).toMatchObject({
      content: [{ type: 'text', text: 'export const alpha = 1;\n' }],
      structuredContent: { path: 'src/a.ts', content: 'export const alpha = 1;\n' },
    });
    const found = await client.call('TextSearch', { query: 'alpha' });
    expect(found.structuredContent).toMatchObject({ matches: [{ path: 'src/a.ts', line: 1, column: 14 }] });
    const patched = await client.call('TextPatch', { filePath: 'src/a.ts', oldText: 'alpha', newText: 'beta' });
    expect(patched.structuredContent).toMatchObject({ replacements: 1 });
    const created = await client.call('TextCreate', { filePath: 'new/b.txt', content: 'hi' });
    expect(created.structuredContent).toMatchObject({ created: true, bytes: 2 });
    const inspected = await client.call('TextInspect', { filePath: 'src/a.ts' });
    expect(JSON.stringify(inspected.structuredContent)).toContain('beta');
  });

  it('is told what went wrong and what to try, without the call failing as such', async () => {
    const client = await connect(await openSandbox(), ['--tools', 'text'], kind);
    await client.list();
    const result = await client.call('TextRead', { filePath: 'gone.txt' });
    expect(result).toMatchObject({ isError: true, _meta: { 'helve/error': { code: 'NOT_FOUND' } } });
    expect(result.content[0]?.text).toMatch(/^NOT_FOUND: gone\.txt does not exist\n.*: the helve command fs list$/s);
    expect(result.structuredContent).toBeUndefined();
  });

  it('is told of the nearest tool when it names none there is', async () => {
    const client = await connect(await openSandbox(), ['--tools', 'text'], kind);
    await expect(client.call('TextRaed', {})).rejects.toThrow(/There is no tool "TextRaed". Did you mean TextRead\?/);
  });

  it('hears of progress', async () => {
    const sandbox = await openSandbox({ 'a.txt': 'a' });
    await sandbox.run('bash', [
      '-c',
      'git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a',
    ]);
    const client = await connect(sandbox, ['--tools', 'git'], kind);
    const heard: number[] = [];
    const result = await client.call(
      'GitClone',
      { url: `file://${sandbox.dir}`, path: 'copy' },
      { onprogress: ({ progress }) => heard.push(progress) },
    );
    expect(result.isError).toBeUndefined();
    expect(heard.length).toBeGreaterThan(0);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  });

  it('cancels a call, and what the call had started ends', async () => {
    const [sandbox, remote] = [await openSandbox(), await openSilentRemote()];
    await sandbox.run('bash', ['-c', `git init -q . && git remote add origin ${remote.url}`]);
    const client = await connect(sandbox, ['--tools', 'git,text'], kind);
    const cancel = new AbortController();
    const call = client.call('GitFetch', {}, { signal: cancel.signal });
    await remote.reached();
    const started = await descendantsOf(client.pid);
    expect(started).not.toEqual([]);
    cancel.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await expectGone(started);
    expect(await client.call('TextCreate', { filePath: 'after.txt', content: 'x' })).toMatchObject({
      structuredContent: { created: true },
    });
  });

  it('asks its user before a change, and does what they say', async () => {
    const sandbox = await openSandbox({ 'a.txt': 'one' });
    const asked: string[] = [];
    let reply: 'accept' | 'decline' = 'decline';
    const client = await connect(sandbox, ['--tools', 'text', '--permission-mode', 'default'], kind, (message) => {
      asked.push(message);
      return reply;
    });
    const change = () => client.call('TextCreate', { filePath: 'a.txt', content: 'two' });
    expect(await change()).toMatchObject({ isError: true, _meta: { 'helve/error': { code: 'PERMISSION_DENIED' } } });
    expect(await readFile(join(sandbox.dir, 'a.txt'), 'utf8')).toBe('one');
    reply = 'accept';
    expect(await change()).toMatchObject({ structuredContent: { created: false } });
    expect(await readFile(join(sandbox.dir, 'a.txt'), 'utf8')).toBe('two');
    expect(await client.call('TextRead', { filePath: 'a.txt' })).toMatchObject({
      structuredContent: { content: 'two' },
    });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatch(
      /^Allow helve to run fs write\?\n\n.*a\.txt\n.*\n\nWhy helve asks: it changes files, and the mode is default\./s,
    );
  });

  it('lets its user allow calls like one until it stops, or always in the project', async () => {
    const sandbox = await openSandbox({ 'src/a.txt': 'one' });
    const asked: object[] = [];
    let allow = 'until this server stops';
    const start = () =>
      connect(sandbox, ['--tools', 'text', '--permission-mode', 'default'], kind, (_, form) => {
        asked.push(form);
        return { allow };
      });
    const write = (client: Awaited<ReturnType<typeof start>>, content: string) =>
      client.call('TextCreate', { filePath: 'src/a.txt', content });
    const first = await start();
    await write(first, 'two');
    await write(first, 'three');
    expect(asked).toEqual([
      {
        type: 'object',
        properties: {
          allow: expect.objectContaining({
            enum: ['once', 'until this server stops', 'always in this project'],
            description: 'For longer than once, helve adds this rule: Edit(src/**)',
          }),
        },
      },
    ]);
    allow = 'always in this project';
    await write(await start(), 'four');
    await write(await start(), 'five');
    expect(asked).toHaveLength(2);
    expect(await readFile(join(sandbox.dir, 'src/a.txt'), 'utf8')).toBe('five');
  });

  it('asks its user before a command leaves the sandbox, and the answer is for that alone', async () => {
    const sandbox = await openSandbox({ 'a.txt': 'one' });
    const outside = join(dirname(sandbox.dir), 'outside.txt');
    const asked: string[] = [];
    const client = await connect(sandbox, ['--tools', 'cli', '--permission-mode', 'default'], kind, (message) => {
      asked.push(message);
      return 'accept';
    });
    const command = `echo out > ${outside}`;
    expect(await client.call('CliRun', { command, sandbox: false })).toMatchObject({
      structuredContent: { status: 'success' },
    });
    expect(await readFile(outside, 'utf8')).toBe('out\n');
    expect(asked[0]).toBe(
      [
        'Allow helve to run this command outside the sandbox?',
        command,
        'Why helve asks: it would run outside the sandbox.',
      ].join('\n\n'),
    );
  });
});

describe('the tools', () => {
  it.each([
    { sets: 'text', names: TEXT_TOOLS, most: 5 * 1024 },
    { sets: 'cli,text', names: [...CLI_TOOLS, ...TEXT_TOOLS], most: 12 * 1024 },
    { sets: 'git', names: ['GitStatus', 'GitCommit', 'GitWorktree'], most: 20_000 },
    { sets: 'all', names: ['TextRead', 'FsReadMany', 'FsPatch', 'GitStatus'], most: 112_000 },
    { sets: 'line', names: ['helve'], most: 1024 },
  ])('of --tools $sets are there and take at most $most bytes to list', async ({ sets, names, most }) => {
    const client = await connect(await openSandbox(), ['--tools', sets]);
    const tools = await client.list();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(most);
    expect(tools.filter(({ description = '' }) => description.length < 10)).toEqual([]);
  });

  it('need what their contract says, and say so in its words', async () => {
    const client = await connect(await openSandbox());
    const needed = new Map((await client.list()).map(({ name, inputSchema }) => [name, inputSchema.required ?? []]));
    expect(Object.fromEntries(CLI_TOOLS.map((name) => [name, needed.get(name)]))).toEqual({
      CliGetPlatform: [],
      CliRun: ['command'],
      CliSession: [],
      CliRead: ['sessionId'],
      CliWrite: ['sessionId', 'input'],
      CliStop: ['sessionId'],
      CliEnv: ['action'],
    });
    const complaint = async (name: string, input: Record<string, unknown>) =>
      (await client.call(name, input)).content[0]?.text;
    expect(await complaint('CliRun', {})).toMatch(/^INVALID_INPUT: CliRun needs command\n/);
    expect(await complaint('CliEnv', { action: 'get' })).toBe(
      'INVALID_INPUT: get needs name\nCliEnv takes action, name, value, sessionId.',
    );
  });

  it('of the default are the sets cli and text', async () => {
    const sandbox = await openSandbox();
    const [given, wanted] = [await connect(sandbox), await connect(sandbox, ['--tools', 'cli,text'])];
    expect(await given.list()).toEqual(await wanted.list());
  });

  it('say in their annotations what they may do', async () => {
    const client = await connect(await openSandbox(), ['--tools', 'git']);
    const tools = new Map((await client.list()).map(({ name, annotations }) => [name, annotations]));
    expect(tools.get('GitStatus')).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(tools.get('GitAdd')).toEqual({ readOnlyHint: false, destructiveHint: true, openWorldHint: false });
    expect(tools.get('GitPush')).toEqual({ readOnlyHint: false, destructiveHint: true });
    const browser = await connect(await openSandbox(), ['--tools', 'browser']);
    const screenshot = (await browser.list()).find(({ name }) => name === 'BrowserScreenshot');
    expect(screenshot?.annotations).toEqual({ readOnlyHint: false, destructiveHint: false, openWorldHint: false });
  });

  it('give an image as an image', async () => {
    const sandbox = await openSandbox();
    await writeFile(join(sandbox.dir, 'a.png'), Buffer.from(PIXEL, 'base64'));
    const client = await connect(sandbox, ['--tools', 'text']);
    const { content } = await client.call('TextRead', { filePath: 'a.png' });
    expect(content).toEqual([{ type: 'image', mimeType: 'image/png', data: PIXEL }]);
  });

  it('bound what a model is given and say where the rest is', async () => {
    const sandbox = await openSandbox({ 'long.txt': 'a line of text\n'.repeat(10_000) });
    const client = await connect(sandbox, ['--tools', 'text']);
    const { content } = await client.call('TextRead', { filePath: 'long.txt' });
    expect(content[0]?.text?.length).toBeLessThan(31_000);
    expect(content[0]?.text).toMatch(/characters left out. All of it: .*spill/);
  });

  it.each([
    { input: {}, says: 'TextRead needs filePath' },
    { input: { filPath: 'x' }, says: 'TextRead has no parameter "filPath"\nDid you mean filePath?' },
    { input: { filePath: 'x', hash: true }, says: 'TextRead has no parameter "hash"' },
    { input: { filePath: 'x', limit: 'many' }, says: 'limit must be number, not "many"' },
    { input: { filePath: '' }, says: 'filePath may not be empty' },
    { input: { filePath: 7 }, says: 'filePath must be string, not 7' },
  ])('speak of their own parameters when $input does not fit', async ({ input, says }) => {
    const client = await connect(await openSandbox(), ['--tools', 'text']);
    const result = await client.call('TextRead', input);
    expect(result).toMatchObject({ isError: true, _meta: { 'helve/error': { code: 'INVALID_INPUT' } } });
    expect(result.content[0]?.text).toContain(says);
  });

  it('take an argument of ten megabytes', async () => {
    const sandbox = await openSandbox();
    const client = await connect(sandbox, ['--tools', 'text']);
    const content = 'é0123456789\n'.repeat(1024 * 1024);
    expect(await client.call('TextCreate', { filePath: 'big.txt', content })).toMatchObject({
      structuredContent: { bytes: Buffer.byteLength(content) },
    });
    expect(await readFile(join(sandbox.dir, 'big.txt'), 'utf8')).toBe(content);
  });
});

describe('--tools line', () => {
  it('runs a line, with help on demand', async () => {
    const client = await connect(await openSandbox({ 'a.txt': 'one' }), ['--tools', 'line']);
    expect(await client.call('helve', { line: 'helve fs read --path a.txt' })).toEqual(
      expect.objectContaining({ content: [{ type: 'text', text: 'one' }] }),
    );
    const help = await client.call('helve', { line: 'helve help fs' });
    expect(help.content[0]?.text).toContain('fs read-many');
  });

  it('says what is wrong with a line', async () => {
    const client = await connect(await openSandbox(), ['--tools', 'line']);
    const misspelt = await client.call('helve', { line: 'helve fs raed --path a.txt' });
    expect(misspelt).toMatchObject({ isError: true, _meta: { 'helve/error': { code: 'UNKNOWN_COMMAND' } } });
    expect(misspelt.content[0]?.text).toContain('Did you mean: helve fs read');
    const piped = await client.call('helve', { line: 'helve fs list | wc -l' });
    expect(piped).toMatchObject({ isError: true });
    const wrong = await client.call('helve', { command: 'helve fs list' });
    expect(wrong.content[0]?.text).toContain('helve has no parameter "command"');
  });
});

describe('permissions', () => {
  it('deny what must be asked where the client cannot ask', async () => {
    const client = await connect(await openSandbox(), ['--permission-mode', 'default']);
    const result = await client.call('TextCreate', { filePath: 'a.txt', content: 'x' });
    expect(result.content[0]?.text).toContain('it needs approval, and nobody can be asked here');
  });

  it('leave the decision to the client by default, and rules still hold', async () => {
    const sandbox = await openSandbox({}, { permissions: { deny: ['fs write(secret/**)'] } });
    const client = await connect(sandbox);
    expect(await client.call('TextCreate', { filePath: 'a.txt', content: 'x' })).toMatchObject({
      structuredContent: { created: true },
    });
    expect(await client.call('TextCreate', { filePath: 'secret/a.txt', content: 'x' })).toMatchObject({
      isError: true,
      _meta: { 'helve/error': { code: 'PERMISSION_DENIED' } },
    });
  });
});

describe('the end', () => {
  it.each(['the client leaves', 'the process is told to stop'])('when %s, nothing is left running', async (how) => {
    const [sandbox, remote] = [await openSandbox(), await openSilentRemote()];
    await sandbox.run('bash', ['-c', `git init -q . && git remote add origin ${remote.url}`]);
    const server = startRaw(sandbox, ['--tools', 'git']);
    server.send(INITIALIZE, INITIALIZED, { id: 2, method: 'tools/call', params: { name: 'GitFetch', arguments: {} } });
    await remote.reached();
    const started = await descendantsOf(server.child.pid);
    expect(started).not.toEqual([]);
    if (how === 'the client leaves') server.child.stdin.end();
    else server.child.kill('SIGTERM');
    const [code] = await once(server.child, 'exit');
    expect(code).toBe(0);
    await expectGone(started);
  });
});

describe('what outlives a call', () => {
  it.each(['initialize', 'tools/list'])('is no call whose id was used twice, after %s', async (first) => {
    const sandbox = await openSandbox();
    const server = startRaw(sandbox, ['--tools', 'cli']);
    const params = first === 'initialize' ? {} : { _meta: STATELESS };
    const run = (command: string) => ({
      id: 7,
      method: 'tools/call',
      params: { name: 'CliRun', arguments: { command, timeout: 200 }, ...params },
    });
    server.send(first === 'initialize' ? INITIALIZE : { id: 1, method: first, params });
    await server.next();
    server.send(run('echo $$ > started; exec sleep 300'), run('true'));
    expect(await server.next()).toMatchObject({ id: 7 });
    const shell = async () => (await readFile(join(sandbox.dir, 'started'), 'utf8').catch(() => '')).trim();
    await expect.poll(shell, { timeout: 30_000 }).not.toBe('');
    server.child.stdin.end();
    expect(await once(server.child, 'exit')).toEqual([0, null]);
    await expectGone([await shell()]);
  });

  it('is there for the next one, and ends with the client', async () => {
    const sandbox = await openSandbox();
    const client = await connect(sandbox, ['--tools', 'cli']);
    await client.list();
    const { structuredContent } = await client.call('CliSession', { command: 'cat', sessionId: 'kept' });
    const pid = String(structuredContent?.pid);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    const written = await client.call('CliWrite', { sessionId: 'kept', input: 'hello{enter}' });
    expect(written.structuredContent).toMatchObject({ isRunning: true });
    const server = String(client.pid);
    await client.close();
    await expectGone([pid, server]);
  });

  it('does not outlive a process that is told to stop', async () => {
    const server = startRaw(await openSandbox(), ['--tools', 'cli']);
    server.send(INITIALIZE, INITIALIZED, {
      id: 2,
      method: 'tools/call',
      params: { name: 'CliSession', arguments: { command: 'cat' } },
    });
    await server.next();
    const started = (await server.next()) as {
      readonly result: { readonly structuredContent: { readonly pid: number } };
    };
    server.child.kill('SIGTERM');
    expect(await once(server.child, 'exit')).toEqual([0, null]);
    await expectGone([String(started.result.structuredContent.pid)]);
  });

  it('is no run that was cancelled', async () => {
    const sandbox = await openSandbox();
    const client = await connect(sandbox, ['--tools', 'cli']);
    const cancel = new AbortController();
    const call = client.call(
      'CliRun',
      { command: 'echo $$ > started; sleep 300 & sleep 300', timeout: 200 },
      { signal: cancel.signal, timeout: 200_000 },
    );
    const shell = async () => (await readFile(join(sandbox.dir, 'started'), 'utf8').catch(() => '')).trim();
    await expect.poll(async () => (await descendantsOf(await shell())).length, { timeout: 30_000 }).toBe(2);
    const started = [await shell(), ...(await descendantsOf(await shell()))];
    cancel.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await expectGone(started);
  });
});

describe('a call that waits for a session', () => {
  it('tells what the session prints, and cancelling it leaves the session alone', async () => {
    const client = await connect(await openSandbox(), ['--tools', 'cli']);
    const counting = 'for i in $(seq 9999); do echo line $i; sleep 0.1; done';
    await client.call('CliSession', { command: counting, sessionId: 'slow' });
    const heard: string[] = [];
    const cancel = new AbortController();
    const call = client.call(
      'CliRead',
      { sessionId: 'slow', until: '/never/', timeout: 3600 },
      { signal: cancel.signal, timeout: 200_000, onprogress: ({ message = '' }) => heard.push(message) },
    );
    await expect.poll(() => heard.length, { timeout: 30_000 }).toBeGreaterThan(2);
    expect(heard.filter((message) => !/^line \d+$/.test(message))).toEqual([]);
    cancel.abort();
    await expect(call).rejects.toThrow(/abort/i);
    const { structuredContent } = await client.call('CliRead', { sessionId: 'slow' });
    expect(structuredContent).toMatchObject({ isRunning: true, output: expect.stringContaining(heard[0] ?? '?') });
  });
});

it('a run reports its latest output from the first second on, and that it is still running', async () => {
  const client = await connect(await openSandbox(), ['--tools', 'cli']);
  const heard: string[] = [];
  const { structuredContent } = await client.call(
    'CliRun',
    { command: 'echo building; until [ -e go ]; do sleep 0.1; done; echo done', timeout: 60 },
    {
      onprogress: ({ message = '' }) => {
        heard.push(message);
        if (message.endsWith(': building')) void client.call('CliRun', { command: 'touch go' });
      },
    },
  );
  expect(structuredContent).toMatchObject({ stdout: 'building\ndone\n' });
  expect(heard.filter((message) => message.includes('building')).slice(0, 2)).toEqual([
    'building',
    expect.stringMatching(/^still running, \d+ s: building$/),
  ]);
});

it('the tools name no flag of the command line when they fail', async () => {
  const sandbox = await openSandbox({ 'a.txt': 'a' });
  const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'default']);
  const said: string[] = [];
  for (const { name, inputSchema } of await client.list()) {
    const properties = Object.keys(inputSchema.properties ?? {});
    const wrong = Object.fromEntries(properties.map((property) => [property, '']));
    for (const input of [{}, { unknownParameter: 1 }, wrong]) {
      if (name.startsWith('Browser') || name.startsWith('Service')) continue;
      const { content, isError } = await client.call(name, input);
      if (isError) said.push(`${name} ${JSON.stringify(input)}: ${content.map(({ text }) => text).join('\n')}`);
    }
  }
  expect(said.length).toBeGreaterThan(100);
  // `--binary` is git's own.
  const flags = said.map((text) => text.replace('git diff (also --binary)', ''));
  expect(flags.filter((text) => /(?:^|\s)--[a-z]|helve [a-z]+ [a-z-]+ --/.test(text))).toEqual([]);
}, 120_000);

describe('a call that says nothing for long', () => {
  it('is told to be still running', async () => {
    const [sandbox, remote] = [await openSandbox(), await openSilentRemote()];
    await sandbox.run('bash', ['-c', `git init -q . && git remote add origin ${remote.url}`]);
    const client = await connect(sandbox, ['--tools', 'git']);
    const heard: string[] = [];
    const cancel = new AbortController();
    const call = client.call(
      'GitFetch',
      {},
      { signal: cancel.signal, onprogress: ({ message = '' }) => heard.push(message) },
    );
    await expect
      .poll(() => heard.filter((message) => message.startsWith('still running')).length, { timeout: 40_000 })
      .toBeGreaterThan(1);
    cancel.abort();
    await expect(call).rejects.toThrow(/abort/i);
  });
});

describe('what is not understood', () => {
  it('is passed over when it is not JSON, and the next request is answered', async () => {
    const server = startRaw(await openSandbox(), []);
    server.child.stdin.write('this is {not json\n');
    server.send(INITIALIZE);
    expect(await server.next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'helve' } } });
  });

  it.each([
    { args: ['--tools', 'gti'], says: 'There is no set of tools called "gti"\nDid you mean --tools git?' },
    { args: ['--tools', 'line,cli'], says: '--tools line offers one tool and no others' },
    { args: ['--port', '80'], says: '--port is for --http' },
    { args: ['--toosl', 'cli'], says: 'mcp has no flag --toosl' },
    { args: ['now'], says: 'mcp has no action "now"' },
  ])('on the command line is an error of usage: $args', async ({ args, says }) => {
    const { helve } = await openSandbox();
    const { code, stderr } = await helve(['mcp', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) });
  });

  it('is helped with', async () => {
    const { helve } = await openSandbox();
    const { code, stdout } = await helve(['mcp', '--help']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/helve mcp \[flags\].*--tools <text>.*--http.*--port/s),
    });
  });
});

const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const STATELESS = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const INITIALIZED = { method: 'notifications/initialized' };

/** The server with nothing but pipes to it. */
function startRaw({ dir, env }: { readonly dir: string; readonly env: NodeJS.ProcessEnv }, args: readonly string[]) {
  const child = spawn(process.execPath, [BINARY, 'mcp', ...args], { cwd: dir, env, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    send: (...messages: readonly object[]) => {
      for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    },
    next: async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null'),
  };
}
