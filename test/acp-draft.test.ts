import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import {
  client,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/experimental/v2';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type AssistantSandbox, openAssistant, UNCONFINED } from './kit/assistant.ts';
import { openEditor } from './kit/acp.ts';
import { BINARY } from './kit/helve.ts';

const { session } = methods.agent;
const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

function fromBase64(data = ''): string {
  return Buffer.from(data, 'base64').toString();
}

/** An editor that speaks the draft of version 2. */
async function openDraftEditor({ dir, env }: AssistantSandbox, choose: (ask: RequestPermissionRequest) => string) {
  const child = spawn(process.execPath, [BINARY, 'acp', '--draft'], {
    cwd: dir,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.stdin.end();
    await exited;
  });
  const updates: SessionUpdate[] = [];
  const app = client({ name: 'test-editor' })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, ({ params }) => ({
      outcome: { outcome: 'selected', optionId: choose(params) },
    }));
  const { agent } = app.connect(
    ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    ),
  );
  const initialized = await agent.request(methods.agent.initialize, {
    protocolVersion: 2,
    info: { name: 'test-editor', version: '1' },
    capabilities: {},
  });
  const states = () =>
    updates.flatMap((update) =>
      update.sessionUpdate === 'state_update' ? [[update.state, 'stopReason' in update ? update.stopReason : '']] : [],
    );
  const idle = (times: number) =>
    vi.waitFor(() => expect(states().filter(([state]) => state === 'idle')).toHaveLength(times), { timeout: 20_000 });
  return { agent, initialized, updates, states, idle };
}

it('version 2 is spoken only behind the flag, and version 1 still is', async () => {
  const sandbox = await openAssistant([{ text: 'ok' }]);
  const { initialized } = await openDraftEditor(sandbox, () => 'no');
  expect(initialized).toMatchObject({
    protocolVersion: 2,
    info: { name: 'helve' },
    capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {}, http: {} }, additionalDirectories: {} } },
  });
  const first = await openEditor(sandbox, { flags: ['--draft'] });
  expect(first.initialized.protocolVersion).toBe(1);
  expect(await first.prompt(await first.newSession(), 'Hi')).toBe('end_turn');
});

it('a whole conversation in version 2: states, messages, terminals, patches, permissions, plan', async () => {
  const sandbox = await openAssistant(
    [
      bash('touch b && echo hello'),
      { calls: [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } }] },
      { calls: [{ name: 'Todo', input: { items: [{ text: 'Rest', state: 'open' }] } }] },
      { thinking: 'Hm.', text: 'Done.' },
      { text: 'Still here.' },
    ],
    { 'a.txt': 'one\ntwo\nthree\n' },
    UNCONFINED,
  );
  const asked: RequestPermissionRequest[] = [];
  const editor = await openDraftEditor(sandbox, (ask) => {
    asked.push(ask);
    return 'once';
  });
  const { sessionId, configOptions, availableCommands } = await editor.agent.request(session.new, { cwd: sandbox.dir });
  expect(configOptions?.map(({ configId }) => configId)).toEqual(['mode', 'model', 'effort']);
  expect(availableCommands?.map(({ name }) => name)).toContain('compact');
  const { messageId } = await editor.agent.request(session.prompt, {
    sessionId,
    prompt: [{ type: 'text', text: 'Go' }],
  });
  await editor.idle(1);
  expect(editor.updates).toContainEqual({
    sessionUpdate: 'user_message_chunk',
    messageId,
    content: { type: 'text', text: 'Go' },
  });
  expect(editor.states()).toEqual([
    ['running', ''],
    ['requires_action', ''],
    ['running', ''],
    ['requires_action', ''],
    ['running', ''],
    ['idle', 'end_turn'],
  ]);
  expect(asked.map(({ title }) => title)).toEqual(['touch b && echo hello', 'Edit(a.txt)']);
  const terminals = editor.updates.flatMap((update) => (update.sessionUpdate === 'terminal_update' ? [update] : []));
  expect(terminals[0]).toMatchObject({ command: 'touch b && echo hello', cwd: sandbox.dir });
  const printed = terminals.map(({ output }) => fromBase64((output as { readonly data?: string } | undefined)?.data));
  expect(printed.at(-1)).toContain('hello');
  expect(terminals.at(-1)?.exitStatus).toEqual({ exitCode: 0 });
  const path = join(sandbox.dir, 'a.txt');
  const patch = `diff --git a${path} b${path}\n--- a${path}\n+++ b${path}\n@@ -2,1 +2,1 @@\n-two\n+2\n`;
  expect(JSON.stringify(editor.updates)).toContain(JSON.stringify(patch).slice(1, -1));
  expect(await readFile(path, 'utf8')).toBe('one\n2\nthree\n');
  expect(editor.updates).toContainEqual({
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId: 'todos', entries: [{ content: 'Rest', priority: 'medium', status: 'pending' }] },
  });
  const kinds = new Set(editor.updates.map(({ sessionUpdate }) => sessionUpdate));
  expect([...kinds]).toEqual(expect.arrayContaining(['agent_message_chunk', 'agent_thought_chunk', 'usage_update']));

  await editor.agent.request(session.prompt, { sessionId, prompt: [{ type: 'text', text: '/cost' }] });
  await editor.idle(2);
  const { configOptions: changed } = await editor.agent.request(session.setConfigOption, {
    sessionId,
    configId: 'effort',
    type: 'id',
    value: 'low',
  });
  expect(changed.map((option) => ('currentValue' in option ? option.currentValue : ''))).toContain('low');
  await editor.agent.request(session.close, { sessionId });

  const second = await openDraftEditor(sandbox, () => 'no');
  await second.agent.request(session.resume, { sessionId, cwd: sandbox.dir, replayFrom: { type: 'start' } });
  expect(second.updates[0]).toMatchObject({ sessionUpdate: 'user_message_chunk', messageId });
  await vi.waitFor(() => expect(second.states()).toEqual([['idle', '']]));
  await second.agent.request(session.prompt, { sessionId, prompt: [{ type: 'text', text: 'And?' }] });
  await second.idle(2);
});

it('version 2 tells of a cancelled and of a failed turn by the state', async () => {
  const never = new Promise<never>(() => {});
  const sandbox = await openAssistant([{ text: ['Half', ' of it'], hold: never }, { status: 400 }]);
  const editor = await openDraftEditor(sandbox, () => 'no');
  const { sessionId } = await editor.agent.request(session.new, { cwd: sandbox.dir });
  await editor.agent.request(session.prompt, { sessionId, prompt: [{ type: 'text', text: 'Begin' }] });
  await vi.waitFor(() => expect(JSON.stringify(editor.updates)).toContain('Half'));
  await editor.agent.notify(session.cancel, { sessionId });
  await editor.idle(1);
  await editor.agent.request(session.prompt, { sessionId, prompt: [{ type: 'text', text: 'Again' }] });
  await editor.idle(2);
  expect(editor.states()).toEqual([
    ['running', ''],
    ['idle', 'cancelled'],
    ['running', ''],
    ['idle', 'error'],
  ]);
});
