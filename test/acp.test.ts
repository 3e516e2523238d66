import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { spawn } from '@lydell/node-pty';
import { describe, expect, it, vi } from 'vitest';
import { TEST_KEY } from '../packages/assistant/src/testing/model-server.ts';
import { openEditor, openRawEditor, textIn } from './kit/acp.ts';
import { openAssistant } from './kit/assistant.ts';
import { BINARY } from './kit/helve.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });
const write = (path: string, content: string) => ({ calls: [{ name: 'Write', input: { file_path: path, content } }] });
const todo = (...items: readonly { text: string; state: string }[]) => ({
  calls: [{ name: 'Todo', input: { items } }],
});
const never = new Promise<never>(() => {});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a connection', () => {
  it('says what helve can do, and speaks version 1 with whoever wants a later one', async () => {
    const sandbox = await openAssistant([]);
    const { initialized, agent, leave } = await openEditor(sandbox);
    expect(initialized).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'helve' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, embeddedContext: true },
        mcpCapabilities: { http: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, additionalDirectories: {} },
      },
    });
    expect(await agent.request(methods.agent.initialize, { protocolVersion: 7 })).toMatchObject({ protocolVersion: 1 });
    expect(await leave()).toBe(0);
  });

  it('offers to enter a key in a terminal only where the client has one, and says when there is no key', async () => {
    const sandbox = await openAssistant([]);
    delete sandbox.env.ANTHROPIC_API_KEY;
    const { initialized, agent } = await openEditor(sandbox, { capabilities: { auth: { terminal: true } } });
    expect(initialized.authMethods).toMatchObject([
      { type: 'terminal', id: 'setup', args: ['--setup'] },
      { id: 'key' },
    ]);
    const noKey = { code: -32000, message: expect.stringContaining('There is no key for') };
    await expect(agent.request(methods.agent.authenticate, { methodId: 'key' })).rejects.toMatchObject(noKey);
    const wanted = { cwd: sandbox.dir, mcpServers: [] };
    await expect(agent.request(methods.agent.session.new, wanted)).rejects.toMatchObject(noKey);
    const plain = await openEditor(sandbox);
    expect(plain.initialized.authMethods?.map(({ id }) => id)).toEqual(['key']);
  });

  it('refuses folders and sessions that do not exist with a reason', async () => {
    const sandbox = await openAssistant([]);
    const { agent } = await openEditor(sandbox);
    const { session } = methods.agent;
    await expect(agent.request(session.new, { cwd: 'work', mcpServers: [] })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('"work" is not the absolute path of a folder'),
    });
    await expect(
      agent.request(session.load, { sessionId: 'none', cwd: sandbox.dir, mcpServers: [] }),
    ).rejects.toMatchObject({ code: -32002, message: expect.stringContaining('There is no conversation "none"') });
    await expect(agent.request(session.prompt, { sessionId: 'none', prompt: [] })).rejects.toMatchObject({
      code: -32002,
    });
  });
});

describe('helve acp --setup', () => {
  it('asks for a key on the terminal without showing it, and the assistant then works', async () => {
    const sandbox = await openAssistant([{ text: 'Hello.' }]);
    delete sandbox.env.ANTHROPIC_API_KEY;
    const terminal = spawn(process.execPath, [BINARY, 'acp', '--setup'], { cwd: sandbox.dir, env: sandbox.env });
    let shown = '';
    terminal.onData((text) => (shown += text));
    const exited = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    await vi.waitFor(() => expect(shown).toContain('Your Anthropic API key: '), { timeout: 20_000 });
    terminal.write(`${TEST_KEY}\r`);
    await vi.waitFor(() => expect(shown).toContain('Response language (en, ko, ja, zh) [en]: '), { timeout: 20_000 });
    terminal.write('\r');
    expect(await exited).toBe(0);
    expect(shown).not.toContain(TEST_KEY);
    const editor = await openEditor(sandbox);
    await editor.agent.request(methods.agent.authenticate, { methodId: 'key' });
    await editor.prompt(await editor.newSession(), 'Hi');
    expect(editor.said()).toBe('Hello.');
  });

  it('needs a terminal', async () => {
    const sandbox = await openAssistant([]);
    expect(await sandbox.helve(['acp', '--setup'])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('error: Entering a key needs a terminal'),
    });
  });
});

describe('a conversation', () => {
  it('streams thoughts and text, and ends with usage and a title', async () => {
    const sandbox = await openAssistant([{ thinking: 'Hm, easy.', text: 'It is 4.' }]);
    const editor = await openEditor(sandbox, { flags: ['--effort', 'high'] });
    const sessionId = await editor.newSession();
    expect(await editor.prompt(sessionId, 'What is 2 + 2?')).toBe('end_turn');
    expect(editor.said()).toBe('It is 4.');
    expect(editor.of('agent_thought_chunk').map(textIn).join('')).toBe('Hm, easy.');
    expect(editor.of('usage_update').at(-1)).toMatchObject({
      used: expect.any(Number),
      size: 1_000_000,
      cost: { amount: expect.any(Number), currency: 'USD' },
    });
    expect(editor.of('session_info_update').at(-1)).toMatchObject({ title: 'What is 2 + 2?' });
    expect(sandbox.server.requests[0]?.body).toMatchObject({ output_config: { effort: 'high' } });
    const [log] = await sandbox.conversations();
    const answer = log?.find(({ type }) => type === 'assistant');
    expect(answer).toMatchObject({ content: [{ type: 'thinking', text: 'Hm, easy.' }, { type: 'text' }] });
  });

  it('gives the model images, files by their paths and the text of resources', async () => {
    const sandbox = await openAssistant([{ text: 'Seen.' }]);
    const editor = await openEditor(sandbox);
    const sessionId = await editor.newSession();
    await editor.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [
        { type: 'text', text: 'Compare ' },
        { type: 'resource_link', name: 'a b.ts', uri: 'file:///project/a%20b.ts' },
        { type: 'text', text: ' with ' },
        { type: 'resource', resource: { uri: 'file:///project/c.ts#L2:4', text: 'const c = 1;' } },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
      ],
    });
    const parts = sandbox.server.requests[0]?.body.messages[0].content as readonly {
      readonly type: string;
      readonly text?: string;
    }[];
    const text = parts.map((part) => part.text ?? `[${part.type}]`).join('\n');
    expect(text).toContain('Compare /project/a b.ts with /project/c.ts#L2:4');
    expect(text).toContain('<resource uri="/project/c.ts#L2:4">\nconst c = 1;\n</resource>');
    expect(text).toContain('[image]');
  });

  it('shows calls with their diffs, places and results', async () => {
    const sandbox = await openAssistant(
      [
        { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
        { calls: [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } }] },
        write('a.txt', 'three\n'),
        write('b.txt', 'new\n'),
        { calls: [{ name: 'Read', input: { file_path: 'none.txt' } }] },
        { text: 'Done.' },
      ],
      { 'a.txt': 'one\n' },
    );
    const editor = await openEditor(sandbox, { flags: ['--permission-mode', 'acceptEdits'] });
    await editor.prompt(await editor.newSession(), 'Go');
    const [a, b] = ['a.txt', 'b.txt'].map((name) => join(sandbox.dir, name));
    expect(editor.of('tool_call').map(({ name, kind, status }) => [name, kind, status])).toEqual([
      ['Read', 'read', 'pending'],
      ['Edit', 'edit', 'pending'],
      ['Write', 'edit', 'pending'],
      ['Write', 'edit', 'pending'],
      ['Read', 'read', 'pending'],
    ]);
    const started = editor.of('tool_call_update').filter(({ status }) => status === 'in_progress');
    expect(started.map(({ title, locations, content }) => [title, locations, content])).toEqual([
      ['Read(a.txt)', [{ path: a }], undefined],
      ['Edit(a.txt)', [{ path: a }], [{ type: 'diff', path: a, oldText: 'one', newText: 'two' }]],
      ['Write(a.txt)', [{ path: a }], [{ type: 'diff', path: a, oldText: 'two\n', newText: 'three\n' }]],
      ['Write(b.txt)', [{ path: b }], [{ type: 'diff', path: b, oldText: null, newText: 'new\n' }]],
      ['Read(none.txt)', [{ path: join(sandbox.dir, 'none.txt') }], undefined],
    ]);
    const ended = editor.of('tool_call_update').filter(({ status }) => status === 'completed' || status === 'failed');
    expect(ended.map(({ status, content }) => [status, content?.map(({ type }) => type)])).toEqual([
      ['completed', ['content']],
      ['completed', ['diff']],
      ['completed', ['diff']],
      ['completed', ['diff']],
      ['failed', ['content']],
    ]);
    expect(JSON.stringify(ended[0]?.content)).toContain('one');
  });

  it('shows the to-do list as the plan', async () => {
    const sandbox = await openAssistant([
      todo({ text: 'Look', state: 'done' }, { text: 'Fix', state: 'doing' }, { text: 'Test', state: 'open' }),
      { text: 'ok' },
    ]);
    const editor = await openEditor(sandbox);
    await editor.prompt(await editor.newSession(), 'Go');
    expect(editor.of('plan').map(({ entries }) => entries)).toEqual([
      [
        { content: 'Look', priority: 'medium', status: 'completed' },
        { content: 'Fix', priority: 'medium', status: 'in_progress' },
        { content: 'Test', priority: 'medium', status: 'pending' },
      ],
    ]);
    expect(editor.of('tool_call')).toEqual([]);
  });

  it('offers skills and commands of its own, and does what they say', async () => {
    const sandbox = await openAssistant([{ text: 'Reviewed.' }], {
      '.claude/skills/review/SKILL.md':
        '---\ndescription: Review a file\nargument-hint: "[file]"\n---\nReview $ARGUMENTS well.',
    });
    const editor = await openEditor(sandbox);
    const sessionId = await editor.newSession();
    const { availableCommands = [] } = editor.of('available_commands_update')[0] ?? {};
    expect(availableCommands).toContainEqual({
      name: 'review',
      description: 'Review a file',
      input: { hint: '[file]' },
    });
    expect(availableCommands.map(({ name }) => name)).toEqual(['compact', 'context', 'cost', 'sandbox', 'review']);
    await editor.prompt(sessionId, '/review a.ts');
    expect(sandbox.server.requests[0]?.text).toContain('Review a.ts well.');
    await editor.prompt(sessionId, '/cost');
    await editor.prompt(sessionId, '/context');
    await editor.prompt(sessionId, '/sandbox off');
    expect(editor.said()).toMatch(
      /Reviewed\.\$0\.\d+ for 1 answers: .*Context window: \d+ of 1000000 tokens.*Sandbox: off/s,
    );
    expect(sandbox.server.requests).toHaveLength(1);
  });

  it('tells of compaction where the client shows it', async () => {
    const isSummary = (text: string) => text.includes('The window is filling up');
    const sandbox = await openAssistant(({ text }) =>
      isSummary(text)
        ? { text: '## Goal\nShort.' }
        : { text: 'x'.repeat(8_000), usage: { input: 12_000, output: 2_000 } },
    );
    const editor = await openEditor(sandbox, { capabilities: { session: { compaction: {} } } });
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, 'First');
    expect(await editor.prompt(sessionId, '/compact the goal')).toBe('end_turn');
    const [begun, ended] = editor.of('compaction_update');
    expect(begun).toMatchObject({ status: 'in_progress' });
    expect(ended).toMatchObject({ status: 'completed', compactionId: begun?.compactionId });
    expect(JSON.stringify(ended?.summary)).toContain('## Goal');
    expect(editor.said()).toMatch(/Compacted: \d+ tokens before, \d+ after\./);
    await editor.prompt(sessionId, '/compact undo');
    expect(editor.said()).toContain('Compaction undone');
    const plain = await openEditor(sandbox);
    const other = await plain.newSession();
    await plain.prompt(other, 'First');
    await plain.prompt(other, '/compact');
    expect(plain.of('compaction_update')).toEqual([]);
  });

  it('stops at once when it is cancelled, and goes on with the next prompt', async () => {
    const sandbox = await openAssistant([{ text: ['Half', ' of it'], hold: never }, { text: 'Again.' }]);
    const editor = await openEditor(sandbox);
    const sessionId = await editor.newSession();
    const turn = editor.prompt(sessionId, 'Begin');
    await vi.waitFor(() => expect(editor.said()).toContain('Half'));
    await editor.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toBe('cancelled');
    expect(await editor.prompt(sessionId, 'And now?')).toBe('end_turn');
    expect(editor.said()).toContain('Again.');
  });

  it('ends prompts that wait behind a cancelled one too', async () => {
    const sandbox = await openAssistant([{ text: ['Half', ' of it'], hold: never }]);
    const editor = await openEditor(sandbox);
    const sessionId = await editor.newSession();
    const turns = [editor.prompt(sessionId, 'One'), editor.prompt(sessionId, 'Two')];
    await vi.waitFor(() => expect(editor.said()).toContain('Half'));
    await editor.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await Promise.all(turns)).toEqual(['cancelled', 'cancelled']);
  });

  it('says why a turn failed', async () => {
    const sandbox = await openAssistant([
      { status: 400, error: { type: 'invalid_request_error', message: 'Too odd' } },
    ]);
    const editor = await openEditor(sandbox);
    const sessionId = await editor.newSession();
    await expect(editor.prompt(sessionId, 'Hi')).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('Too odd'),
      data: { code: 'PROVIDER_FAILED' },
    });
  });

  it('shows the calls of subagents with their names', async () => {
    const sandbox = await openAssistant(
      ({ text }) =>
        text.includes('Look around')
          ? text.includes('tool_result')
            ? { text: text.includes('Found it') ? 'All done.' : 'Found it' }
            : { calls: [{ name: 'Glob', input: { pattern: '*.txt' } }] }
          : { calls: [{ name: 'Agent', input: { prompt: 'Look around', agent: 'explore' } }] },
      { 'a.txt': '' },
    );
    const editor = await openEditor(sandbox);
    await editor.prompt(await editor.newSession(), 'Send somebody');
    expect(editor.of('tool_call').map(({ title }) => title)).toContain('explore: Glob(*.txt)');
  });
});

describe('options', () => {
  it('are the mode, the model and the effort, from the command line or the settings', async () => {
    const sandbox = await openAssistant([], {}, { effort: 'low' });
    const { agent } = await openEditor(sandbox, { flags: ['--model', 'opus', '--permission-mode', 'plan'] });
    const { modes, configOptions } = await agent.request(methods.agent.session.new, {
      cwd: sandbox.dir,
      mcpServers: [],
    });
    expect(modes).toMatchObject({ currentModeId: 'plan' });
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(['plan', 'default', 'acceptEdits', 'bypassPermissions']);
    expect(configOptions?.map(({ id, category, currentValue }) => [id, category, currentValue])).toEqual([
      ['mode', 'mode', 'plan'],
      ['model', 'model', 'claude-opus-5-5'],
      ['effort', 'thought_level', 'low'],
    ]);
  });

  it('have no effort where the model does not think, and conversations are kept in the home of the command line', async () => {
    const sandbox = await openAssistant(
      [{ text: 'ok' }],
      {},
      { models: { 'claude-sonnet-5-5': { thinking: 'none' } } },
    );
    const home = join(sandbox.dir, 'other-home');
    await mkdir(home);
    await copyFile(join(sandbox.home, 'settings.json'), join(home, 'settings.json'));
    const editor = await openEditor(sandbox, { flags: ['--home', home] });
    const { sessionId, configOptions } = await editor.agent.request(methods.agent.session.new, {
      cwd: sandbox.dir,
      mcpServers: [],
    });
    expect(configOptions?.map(({ id }) => id)).toEqual(['mode', 'model']);
    await editor.prompt(sessionId, 'Hi');
    const logs = await readdir(join(home, 'projects'), { recursive: true });
    expect(logs.join('\n')).toContain(`${sessionId}.jsonl`);
    expect(await sandbox.conversations()).toEqual([]);
  });

  it('can be changed, and hold from the next request on', async () => {
    const sandbox = await openAssistant(() => ({ text: 'ok' }));
    const editor = await openEditor(sandbox);
    const sessionId = await editor.newSession();
    const set = (configId: string, value: string) =>
      editor.agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
    await editor.prompt(sessionId, 'One');
    await set('model', 'claude-opus-5-5');
    await set('effort', 'max');
    const { configOptions } = await set('mode', 'acceptEdits');
    expect(configOptions.map(({ currentValue }) => currentValue)).toEqual(['acceptEdits', 'claude-opus-5-5', 'max']);
    await editor.prompt(sessionId, 'Two');
    await set('effort', 'default');
    await editor.prompt(sessionId, 'Three');
    expect(sandbox.server.requests.map(({ body }) => [body.model, body.output_config?.effort])).toEqual([
      ['claude-sonnet-5-5', undefined],
      ['claude-opus-5-5', 'max'],
      ['claude-opus-5-5', undefined],
    ]);
    expect(editor.of('current_mode_update').map(({ currentModeId }) => currentModeId)).toEqual(['acceptEdits']);
    expect(editor.of('config_option_update').length).toBeGreaterThan(0);
    await expect(set('mode', 'yolo')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('yolo') });
    await expect(set('colour', 'red')).rejects.toMatchObject({ code: -32602 });
  });

  it('plan mode changes nothing, and its plan is approved as on the screen', async () => {
    const sandbox = await openAssistant([
      write('a.txt', 'x'),
      { text: 'The plan: write a.txt.', calls: [{ name: 'ExitPlanMode', input: {} }] },
      write('a.txt', 'approved'),
      { text: 'Done.' },
    ]);
    const editor = await openEditor(sandbox, {
      choose: ({ options }) => options.find(({ name }) => name === 'Yes, and accept edits')?.optionId,
    });
    const sessionId = await editor.newSession();
    await editor.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'plan' });
    await editor.prompt(sessionId, 'Plan it');
    expect(await readFile(join(sandbox.dir, 'a.txt'), 'utf8')).toBe('approved');
    expect(editor.asked.map(({ toolCall }) => toolCall.title)).toEqual(['Carry out this plan?']);
    expect(editor.of('current_mode_update').map(({ currentModeId }) => currentModeId)).toEqual(['plan', 'acceptEdits']);
  });
});

it('lets the model ask the user: with options, and with a form where the client has one', async () => {
  const sandbox = await openAssistant([
    { calls: [{ name: 'AskUser', input: { question: 'Which one?', options: ['The first', 'The second'] } }] },
    { calls: [{ name: 'AskUser', input: { question: 'What name?' } }] },
    { text: 'ok' },
  ]);
  const editor = await openEditor(sandbox, {
    capabilities: { elicitation: { form: {} } },
    choose: () => '1',
    handle: (app) =>
      app.onRequest(methods.client.elicitation.create, () => ({ action: 'accept', content: { answer: 'Ada' } })),
  });
  await editor.prompt(await editor.newSession(), 'Go');
  const told = sandbox.server.requests.at(-1)?.text ?? '';
  expect(told).toContain('The second');
  expect(told).toContain('Ada');
});

it('reports wrong flags on standard error only', async () => {
  const { helve } = await openAssistant([]);
  expect(await helve(['acp', '--modle', 'opus'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('error: acp has no flag --modle'),
  });
});

it('writes nothing but the protocol to standard output', async () => {
  const sandbox = await openAssistant([bash('echo printed; echo complained >&2'), { text: 'ok' }], {
    '.claude/settings.json': JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo hook' }] }] },
    }),
  });
  // A library that logs something.
  const noisy = join(sandbox.dir, 'noisy.cjs');
  await writeFile(noisy, "process.on('SIGUSR2', () => console.log('noise'))");
  sandbox.env.NODE_OPTIONS = `--require ${noisy}`;
  // Each line that is no message fails this test.
  const editor = openRawEditor(sandbox);
  await editor.request('initialize', { protocolVersion: 1 });
  const { sessionId } = await editor.request('session/new', { cwd: sandbox.dir, mcpServers: [] });
  editor.process.kill('SIGUSR2');
  await editor.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Go' }] });
  expect(editor.stderr()).toContain('warning: ');
  await vi.waitFor(() => expect(editor.stderr()).toContain('noise'));
});
