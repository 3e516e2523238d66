import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type client, methods } from '@agentclientprotocol/sdk';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { processesWith, uniqueSeconds, waitFor } from '../packages/processes/src/testing/processes.ts';
import { openEditor } from './kit/acp.ts';
import { openAssistant, UNCONFINED } from './kit/assistant.ts';
import { startEverything } from '../packages/toolbox/src/mcp/testing/http-server.ts';

const MEMORY = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js');
const SECONDS = uniqueSeconds();

const bash = (command: string, more: object = {}) => ({ calls: [{ name: 'Bash', input: { command, ...more } }] });
const read = (path: string, more: object = {}) => ({ calls: [{ name: 'Read', input: { file_path: path, ...more } }] });
const edit = (path: string, oldText: string, newText: string) => ({
  calls: [{ name: 'Edit', input: { file_path: path, old_string: oldText, new_string: newText } }],
});
const ALLOW = ['--permission-mode', 'bypassPermissions'];

type App = ReturnType<typeof client>;

/** The files that an editor has open, with text that is not saved. */
function openFiles(buffers: Map<string, string>, { isReadOnly = false } = {}) {
  const asked: string[] = [];
  const handle = (app: App) =>
    void app
      .onRequest(methods.client.fs.readTextFile, async ({ params: { path } }) => {
        asked.push(`read ${path}`);
        return { content: buffers.get(path) ?? (await readFile(path, 'utf8')) };
      })
      .onRequest(methods.client.fs.writeTextFile, async ({ params: { path, content } }) => {
        asked.push(`write ${path}`);
        if (isReadOnly) throw new Error('the buffer is locked');
        buffers.set(path, content);
        await writeFile(path, content);
        return {};
      });
  return { asked, handle, capabilities: { fs: { readTextFile: true, writeTextFile: true } } };
}

describe('files of the client', () => {
  it('are read and edited as the editor has them, with text that is not saved', async () => {
    const sandbox = await openAssistant(
      [read('a.txt'), read('a.txt', { offset: 2, limit: 1 }), edit('a.txt', 'unsaved', 'edited'), { text: 'ok' }],
      { 'a.txt': 'saved\n' },
    );
    const a = join(sandbox.dir, 'a.txt');
    const files = openFiles(new Map([[a, 'unsaved\nsecond\nthird\n']]));
    const editor = await openEditor(sandbox, { ...files, flags: ALLOW });
    await editor.prompt(await editor.newSession(), 'Go');
    const [, whole, part] = sandbox.server.requests.map(({ text }) => text);
    expect(whole).toContain('1\\tunsaved');
    expect(part).toMatch(/2\\tsecond\\n"/);
    expect(await readFile(a, 'utf8')).toBe('edited\nsecond\nthird\n');
    expect(files.asked).toEqual([`read ${a}`, `read ${a}`, `read ${a}`, `write ${a}`]);
  });

  it('that it does not show, and images, are read from disk', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'helve-acp-'));
    onTestFinished(() => rm(elsewhere, { recursive: true }));
    await writeFile(join(elsewhere, 'b.txt'), 'from disk\n');
    const sandbox = await openAssistant([read(join(elsewhere, 'b.txt')), { text: 'ok' }]);
    const files = openFiles(new Map());
    const editor = await openEditor(sandbox, { ...files, flags: ALLOW });
    await editor.prompt(await editor.newSession(), 'Go');
    expect(sandbox.server.requests[1]?.text).toContain('from disk');
    expect(files.asked).toEqual([]);
  });

  it('that may not be read are not asked of the client', async () => {
    const sandbox = await openAssistant(
      [read('secret.txt'), { text: 'ok' }],
      { 'secret.txt': 'hunter2\n' },
      { permissions: { deny: ['Read(secret.txt)'] } },
    );
    const files = openFiles(new Map());
    const editor = await openEditor(sandbox, { ...files, flags: ALLOW });
    await editor.prompt(await editor.newSession(), 'Go');
    expect(files.asked).toEqual([]);
    expect(sandbox.server.requests[1]?.text).not.toContain('hunter2');
  });

  it('that the client fails to write stay as they are, and the model is told why', async () => {
    const sandbox = await openAssistant([edit('a.txt', 'one', 'two'), { text: 'ok' }], { 'a.txt': 'one\n' });
    const files = openFiles(new Map(), { isReadOnly: true });
    const editor = await openEditor(sandbox, { ...files, flags: ALLOW });
    await editor.prompt(await editor.newSession(), 'Go');
    expect(await readFile(join(sandbox.dir, 'a.txt'), 'utf8')).toBe('one\n');
    expect(sandbox.server.requests[1]?.text).toContain('The editor could not write a.txt');
  });
});

/** Terminals of an editor that really run programs. */
function openTerminals() {
  const started: { readonly command: string; readonly child: ChildProcess; output: string }[] = [];
  const released: string[] = [];
  const find = (id: string) => {
    const found = started[Number(id)];
    if (!found) throw new Error(`no terminal ${id}`);
    return found;
  };
  const handle = (app: App) =>
    void app
      .onRequest(methods.client.terminal.create, ({ params: { command, args = [], env = [], cwd } }) => {
        const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
        // As editors do: with their own environment, which has secrets.
        const child = spawn(command, args, {
          cwd: cwd ?? undefined,
          env: { ...process.env, SOME_API_KEY: 'of the editor', ...variables },
          detached: true,
        });
        const terminal = { command: [command, ...args].join(' '), child, output: '' };
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding('utf8').on('data', (text: string) => (terminal.output += text));
        }
        started.push(terminal);
        return { terminalId: String(started.length - 1) };
      })
      .onRequest(methods.client.terminal.waitForExit, async ({ params: { terminalId } }) => {
        const { child } = find(terminalId);
        if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
        return { exitCode: child.exitCode, signal: child.signalCode };
      })
      .onRequest(methods.client.terminal.output, ({ params: { terminalId } }) => ({
        output: find(terminalId).output,
        truncated: false,
      }))
      .onRequest(methods.client.terminal.kill, ({ params: { terminalId } }) => {
        process.kill(-(find(terminalId).child.pid ?? 0), 'SIGKILL');
        return {};
      })
      .onRequest(methods.client.terminal.release, ({ params: { terminalId } }) => {
        released.push(terminalId);
        return {};
      });
  return { started, released, handle, capabilities: { terminal: true } };
}

describe('terminals of the client', () => {
  it('run commands that the user allows outside the sandbox, and show their output', async () => {
    const sandbox = await openAssistant(
      [bash('echo to out; echo to err >&2; echo "key: $SOME_API_KEY"; exit 3'), { text: 'ok' }],
      {},
      UNCONFINED,
    );
    sandbox.env.SOME_API_KEY = 'of the editor';
    const terminals = openTerminals();
    const editor = await openEditor(sandbox, { ...terminals, choose: () => 'once' });
    await editor.prompt(await editor.newSession(), 'Go');
    expect(editor.asked).toHaveLength(1);
    const shown = editor.of('tool_call_update').flatMap(({ content }) => content ?? []);
    expect(shown).toEqual([{ type: 'terminal', terminalId: '0' }]);
    expect(terminals.released).toEqual(['0']);
    const told = sandbox.server.requests[1]?.text ?? '';
    expect(told).toContain('to out');
    expect(told).toContain('to err');
    expect(told).toContain('key: ');
    expect(told).not.toContain('key: of the editor');
    expect(editor.of('tool_call_update').at(-1)?.status).toBe('failed');
  });

  it('run nothing that belongs into the sandbox', async () => {
    const sandbox = await openAssistant([bash('echo inside > a.txt; cat a.txt'), { text: 'ok' }]);
    const terminals = openTerminals();
    const editor = await openEditor(sandbox, { ...terminals, choose: () => 'no' });
    await editor.prompt(await editor.newSession(), 'Go');
    expect(terminals.started).toEqual([]);
    expect(await readFile(join(sandbox.dir, 'a.txt'), 'utf8')).toBe('inside\n');
  });

  it('are killed at the timeout of a command and when the turn is cancelled', async () => {
    const sandbox = await openAssistant(
      [bash(`sleep ${SECONDS}`, { timeout: 1 }), bash(`sleep ${SECONDS}`), { text: 'ok' }],
      {},
      UNCONFINED,
    );
    const terminals = openTerminals();
    const editor = await openEditor(sandbox, { ...terminals, flags: ALLOW });
    const sessionId = await editor.newSession();
    const turn = editor.prompt(sessionId, 'Go');
    await waitFor(() => terminals.started.length === 2);
    expect(sandbox.server.requests[1]?.text).toContain('timeout');
    await editor.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toBe('cancelled');
    await waitFor(() => processesWith(SECONDS).length === 0);
    expect(terminals.released).toEqual(['0', '1']);
  });

  it('that it makes for what the agent printed are filled', async () => {
    const sandbox = await openAssistant([bash('echo hello'), { text: 'ok' }]);
    const editor = await openEditor(sandbox, { capabilities: { _meta: { terminal_output: true } } });
    await editor.prompt(await editor.newSession(), 'Go');
    const [call] = editor.of('tool_call');
    const id = call?.toolCallId;
    expect(call?._meta).toEqual({ terminal_info: { terminal_id: id, cwd: sandbox.dir } });
    expect(editor.of('tool_call_update').at(-1)).toMatchObject({
      content: [{ type: 'terminal', terminalId: id }],
      _meta: {
        terminal_output: { terminal_id: id, data: expect.stringContaining('hello') },
        terminal_exit: { terminal_id: id, exit_code: 0 },
      },
    });
  });

  it('that it makes have nothing of a command that was denied', async () => {
    const sandbox = await openAssistant([bash('touch a'), { text: 'ok' }], {}, UNCONFINED);
    const editor = await openEditor(sandbox, {
      capabilities: { _meta: { terminal_output: true } },
      choose: () => 'no',
    });
    await editor.prompt(await editor.newSession(), 'Go');
    expect(editor.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed', content: [{ type: 'content' }] });
  });
});

describe('MCP servers of the client', () => {
  it('are started for the session, and the model is offered their tools', async () => {
    const entities = [{ name: 'helve', entityType: 'handle', observations: [`of a tool ${SECONDS}`] }];
    const sandbox = await openAssistant([
      { calls: [{ name: 'my_memory_create_entities', input: { entities } }] },
      { text: 'ok' },
    ]);
    const file = join(sandbox.dir, 'memory.jsonl');
    const editor = await openEditor(sandbox, { choose: () => 'once' });
    const sessionId = await editor.newSession({
      mcpServers: [
        {
          name: 'my memory',
          command: process.execPath,
          args: [MEMORY],
          env: [{ name: 'MEMORY_FILE_PATH', value: file }],
        },
      ],
    });
    await editor.prompt(sessionId, 'Remember');
    const offered = sandbox.server.requests[0]?.body.tools as readonly { readonly name: string }[];
    expect(offered.map(({ name }) => name)).toContain('my_memory_create_entities');
    expect(editor.asked).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toContain('helve');
    expect(await editor.leave()).toBe(0);
    await waitFor(() => processesWith(file).length === 0);
  });

  it('are reached over HTTP too, and are gone in the next session', async () => {
    const url = await startEverything('streamableHttp');
    const sandbox = await openAssistant([
      { calls: [{ name: 'everything_echo', input: { message: 'over HTTP' } }] },
      { text: 'ok' },
      { text: 'ok' },
    ]);
    const editor = await openEditor(sandbox, { flags: ALLOW });
    const sessionId = await editor.newSession({ mcpServers: [{ type: 'http', name: 'everything', url, headers: [] }] });
    await editor.prompt(sessionId, 'Echo');
    expect(sandbox.server.requests[1]?.text).toContain('Echo: over HTTP');
    await editor.prompt(await editor.newSession(), 'Hi');
    expect(sandbox.server.requests[2]?.text).not.toContain('everything_echo');
  });

  it('that cannot be started are reported, and the session goes on', async () => {
    const sandbox = await openAssistant([{ text: 'ok' }]);
    const editor = await openEditor(sandbox, { capabilities: { session: { notices: {} } } });
    const broken = { name: 'broken', command: '/none/such', args: [], env: [] };
    const sessionId = await editor.newSession({ mcpServers: [broken] });
    expect(await editor.prompt(sessionId, 'Hi')).toBe('end_turn');
    expect(editor.of('notice').map(({ title }) => title)).toContainEqual(
      expect.stringContaining('The MCP server broken is not available'),
    );
    // A server that says nothing must not keep the client waiting.
    const silent = { name: 'silent', command: 'sleep', args: [String(SECONDS)], env: [] };
    expect(await editor.newSession({ mcpServers: [silent] })).toEqual(expect.any(String));
    await vi.waitFor(() =>
      expect(editor.of('notice').map(({ title }) => title)).toContainEqual(expect.stringContaining('server silent')),
    );
    const sse = { type: 'sse' as const, name: 'old', url: 'http://127.0.0.1:1', headers: [] };
    await expect(editor.newSession({ mcpServers: [sse] })).rejects.toMatchObject({ code: -32602 });
    await editor.leave();
    await waitFor(() => processesWith(SECONDS).length === 0);
  });
});

it('more folders count as the project: for edits, in the sandbox and for the model', async () => {
  const base = await mkdtemp('/var/tmp/helve-acp-');
  onTestFinished(() => rm(base, { recursive: true }));
  const [more, other] = [join(base, 'more'), join(base, 'other')];
  for (const folder of [more, other]) await mkdir(folder);
  const sandbox = await openAssistant([
    { calls: [{ name: 'Write', input: { file_path: join(more, 'a.txt'), content: 'edit' } }] },
    bash(`echo program > ${join(more, 'b.txt')}`),
    { calls: [{ name: 'Write', input: { file_path: join(other, 'a.txt'), content: 'edit' } }] },
    { text: 'ok' },
  ]);
  const editor = await openEditor(sandbox, { flags: ['--permission-mode', 'acceptEdits'], choose: () => 'no' });
  await editor.prompt(await editor.newSession({ additionalDirectories: [more] }), 'Go');
  expect(await readFile(join(more, 'a.txt'), 'utf8')).toBe('edit');
  expect(await readFile(join(more, 'b.txt'), 'utf8')).toBe('program\n');
  expect(editor.asked.map(({ toolCall }) => toolCall.locations)).toEqual([[{ path: join(other, 'a.txt') }]]);
  expect(existsSync(join(other, 'a.txt'))).toBe(false);
  expect(sandbox.server.requests[0]?.text).toContain(`More folders of this project: ${more}`);
});
