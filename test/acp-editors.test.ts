import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openRawEditor } from './kit/acp.ts';
import { openAssistant } from './kit/assistant.ts';

const edit = { calls: [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } }] };

/** What Zed says of itself (`client_capabilities_for_agent` in its crate agent_servers). */
const ZED = {
  protocolVersion: 1,
  clientCapabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    auth: { terminal: true },
    session: { configOptions: { boolean: {} }, compaction: {}, notices: {} },
    elicitation: { form: {}, url: {} },
    _meta: { terminal_output: true, 'terminal-auth': true },
  },
  clientInfo: { name: 'zed', title: 'Zed', version: '1.0.0' },
};

/** IntelliJ IDEA, by the name that agents record of it: files through the IDE, and no terminals. */
const JETBRAINS = {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
  clientInfo: { name: 'JetBrains.IntelliJ IDEA', title: 'IntelliJ IDEA', version: '2026.2' },
};

describe('the messages of Zed', () => {
  it('from the first to the last: options, prompt, permission, files, cancel, close', async () => {
    const sandbox = await openAssistant(
      [edit, { text: 'Changed.' }, { text: ['Half', ' of it'], hold: new Promise(() => {}) }],
      {
        'a.txt': 'one\n',
      },
    );
    const a = join(sandbox.dir, 'a.txt');
    let text = 'one\nunsaved\n';
    const editor = openRawEditor(sandbox, (method, params) => {
      if (method === 'fs/read_text_file') return { content: text };
      if (method === 'fs/write_text_file') text = String(params.content);
      if (method === 'session/request_permission') return { outcome: { outcome: 'selected', optionId: 'once' } };
      return {};
    });
    const initialized = await editor.request('initialize', ZED);
    expect(initialized).toMatchObject({ protocolVersion: 1, authMethods: [{ type: 'terminal' }, {}] });
    const { sessionId, modes } = await editor.request('session/new', { cwd: sandbox.dir, mcpServers: [] });
    expect(modes).toMatchObject({ currentModeId: 'default' });
    // The defaults of its settings.
    await editor.request('session/set_mode', { sessionId, modeId: 'default' });
    await editor.request('session/set_config_option', { sessionId, configId: 'effort', value: 'low' });
    const prompt = [
      { type: 'text', text: 'Change ' },
      { type: 'resource_link', name: 'a.txt', uri: `file://${a}` },
    ];
    expect(await editor.request('session/prompt', { sessionId, prompt })).toEqual({ stopReason: 'end_turn' });
    expect(text).toBe('two\nunsaved\n');
    expect(sandbox.server.requests[0]?.body.output_config).toEqual({ effort: 'low' });
    const turn = editor.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Go on' }] });
    await vi.waitFor(() => expect(JSON.stringify(editor.messages)).toContain('Half'));
    editor.notify('session/cancel', { sessionId });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    await editor.request('session/close', { sessionId });
    expect(await editor.request('session/list', { cwd: sandbox.dir })).toMatchObject({ sessions: [{ sessionId }] });
    await editor.request('session/load', { sessionId, cwd: sandbox.dir, mcpServers: [] });
    const methods = new Set(editor.messages.map(({ method }) => method ?? 'response'));
    expect([...methods].sort()).toEqual([
      'fs/read_text_file',
      'fs/write_text_file',
      'response',
      'session/request_permission',
      'session/update',
    ]);
  });
});

describe('the messages of JetBrains', () => {
  it('with its own MCP server, embedded context and files through the IDE', async () => {
    const sandbox = await openAssistant([edit, { text: 'Changed.' }], { 'a.txt': 'one\n' });
    const a = join(sandbox.dir, 'a.txt');
    let text = 'one\n';
    const editor = openRawEditor(sandbox, (method, params) => {
      if (method === 'fs/read_text_file') return { content: text };
      if (method === 'fs/write_text_file') text = String(params.content);
      if (method === 'session/request_permission')
        return { outcome: { outcome: 'selected', optionId: 'conversation' } };
      return {};
    });
    await editor.request('initialize', JETBRAINS);
    // Its launcher hands the call to the IDE that runs, and exits without speaking MCP.
    const ide = {
      name: 'idea',
      command: '/bin/true',
      args: ['stdioMcpServer'],
      env: [{ name: 'IJ_MCP_SERVER_PORT', value: '1' }],
    };
    const { sessionId, configOptions } = await editor.request('session/new', { cwd: sandbox.dir, mcpServers: [ide] });
    expect(configOptions).toMatchObject([{ id: 'mode' }, { id: 'model' }, { id: 'effort' }]);
    // Some of its versions wait forever when anything is said of a session before they know it.
    await vi.waitFor(() => expect(JSON.stringify(editor.messages)).toContain('available_commands_update'));
    const about = editor.messages.findIndex(({ method }) => method === 'session/update');
    expect(editor.messages.findIndex(({ result }) => result?.sessionId === sessionId)).toBeLessThan(about);
    await editor.request('session/set_config_option', { sessionId, configId: 'model', value: 'claude-haiku-4-5' });
    const prompt = [
      { type: 'text', text: 'Change this file.' },
      { type: 'resource', resource: { uri: `file://${a}`, mimeType: 'text/plain', text } },
    ];
    expect(await editor.request('session/prompt', { sessionId, prompt })).toEqual({ stopReason: 'end_turn' });
    expect(text).toBe('two\n');
    expect(sandbox.server.requests[0]?.body.model).toBe('claude-haiku-4-5');
    expect(editor.stderr()).toContain('The MCP server idea is not available');
  });
});

it('agent.json fits the schema of the ACP registry and the package', async () => {
  const [agent, about] = await Promise.all(
    ['packages/acp/agent.json', 'packages/helve/package.json'].map(async (file) =>
      JSON.parse(await readFile(file, 'utf8')),
    ),
  );
  // As agent.schema.json of agentclientprotocol/registry requires it.
  expect(agent).toMatchObject({
    id: expect.stringMatching(/^[a-z][a-z0-9-]*$/),
    name: expect.stringMatching(/./),
    version: expect.stringMatching(/^[0-9]+\.[0-9]+\.[0-9]+$/),
    description: expect.stringMatching(/./),
    license: about.license,
    license_url: expect.stringMatching(/^https:/),
    distribution: { npx: { package: `${about.name}@${about.version}`, args: ['acp'] } },
  });
  expect(agent.version).toBe(about.version);
  const icon = await readFile('packages/acp/icon.svg', 'utf8');
  expect(icon).toMatch(/<svg [^>]*width="16" height="16"/);
});
