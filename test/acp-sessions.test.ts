import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ListSessionsRequest, methods } from '@agentclientprotocol/sdk';
import { describe, expect, it, vi } from 'vitest';
import { processesWith, uniqueSeconds, waitFor } from '../packages/processes/src/testing/processes.ts';
import { openEditor, textIn } from './kit/acp.ts';
import { openAssistant, UNCONFINED } from './kit/assistant.ts';

const { session } = methods.agent;
const never = new Promise<never>(() => {});
const SECONDS = uniqueSeconds();

describe('an earlier conversation', () => {
  const script = [
    { thinking: 'Look first.', text: 'Reading.', calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
    { calls: [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } }] },
    { calls: [{ name: 'Todo', input: { items: [{ text: 'Test', state: 'open' }] } }] },
    { text: 'Changed.' },
    { text: 'It was two.' },
  ];

  it('is listed, and loading it shows all of it in order', async () => {
    const sandbox = await openAssistant(script, { 'a.txt': 'one\n' });
    const first = await openEditor(sandbox, { flags: ['--permission-mode', 'acceptEdits'] });
    const sessionId = await first.newSession();
    await first.prompt(sessionId, 'Change it');
    await first.leave();

    const second = await openEditor(sandbox);
    const { sessions } = await second.agent.request(session.list, { cwd: sandbox.dir });
    expect(sessions).toEqual([{ sessionId, cwd: sandbox.dir, title: 'Change it', updatedAt: expect.any(String) }]);
    const loaded = await second.agent.request(session.load, { sessionId, cwd: sandbox.dir, mcpServers: [] });
    expect(loaded.modes?.currentModeId).toBe('default');
    const shown = second.updates.map((update) => [
      update.sessionUpdate,
      'content' in update && update.content && !Array.isArray(update.content)
        ? textIn({ content: update.content })
        : '',
      'title' in update ? update.title : '',
    ]);
    expect(shown).toEqual([
      ['user_message_chunk', 'Change it', ''],
      ['agent_thought_chunk', 'Look first.', ''],
      ['agent_message_chunk', 'Reading.', ''],
      ['tool_call', '', 'Read(a.txt)'],
      ['tool_call', '', 'Edit(a.txt)'],
      ['agent_message_chunk', 'Changed.', ''],
      ['plan', '', ''],
      ['usage_update', '', ''],
    ]);
    expect(second.of('tool_call').map(({ status, content }) => [status, content?.[0]?.type])).toEqual([
      ['completed', 'content'],
      ['completed', 'diff'],
    ]);
    expect(await second.prompt(sessionId, 'What was it?')).toBe('end_turn');
    expect(sandbox.server.requests.at(-1)?.text).toContain('Change it');
  });

  it('is resumed without being shown again', async () => {
    const sandbox = await openAssistant([{ text: 'Noted.' }, { text: 'Ada.' }]);
    const first = await openEditor(sandbox);
    const sessionId = await first.newSession();
    await first.prompt(sessionId, 'I am Ada');
    await first.leave();
    const second = await openEditor(sandbox);
    await second.agent.request(session.resume, { sessionId, cwd: sandbox.dir });
    expect(second.of('user_message_chunk')).toEqual([]);
    await second.prompt(sessionId, 'Who am I?');
    expect(second.said()).toBe('Ada.');
    expect(sandbox.server.requests.at(-1)?.text).toContain('I am Ada');
  });
});

it('lists by folder or all, page by page', async () => {
  const sandbox = await openAssistant(() => ({ text: 'ok' }));
  const other = join(sandbox.dir, 'other');
  await mkdir(other);
  const editor = await openEditor(sandbox);
  await editor.prompt(await editor.newSession(), 'Here');
  await editor.prompt(await editor.newSession({ cwd: other }), 'There');
  const titles = async (wanted: ListSessionsRequest) =>
    (await editor.agent.request(session.list, wanted)).sessions.map(({ title }) => title);
  expect(await titles({ cwd: other })).toEqual(['There']);
  expect(new Set(await titles({}))).toEqual(new Set(['Here', 'There']));
  expect(await titles({ cursor: '1' })).toHaveLength(1);
  await expect(titles({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
});

it('has several sessions at once, and a closed one takes no more prompts', async () => {
  const sandbox = await openAssistant(() => ({ text: 'ok' }));
  const editor = await openEditor(sandbox);
  const [one, two] = [await editor.newSession(), await editor.newSession()];
  expect(await Promise.all([editor.prompt(one, 'One'), editor.prompt(two, 'Two')])).toEqual(['end_turn', 'end_turn']);
  await editor.agent.request(session.close, { sessionId: one });
  await expect(editor.prompt(one, 'Still there?')).rejects.toMatchObject({ code: -32002 });
  expect(await editor.prompt(two, 'And you?')).toBe('end_turn');
});

describe.each([
  ['leaves', 'end'],
  ['kills helve', 'SIGKILL'],
  ['stops helve', 'SIGTERM'],
] as const)('when the client %s', (_, how) => {
  it('no process is left, and nothing of the conversation is lost', async () => {
    const command = `sleep ${SECONDS} & touch begun; sleep ${SECONDS}`;
    const sandbox = await openAssistant(
      [{ text: 'Starting.', calls: [{ name: 'Bash', input: { command } }] }, { text: 'ok' }],
      {},
      UNCONFINED,
    );
    const editor = await openEditor(sandbox, { choose: () => 'once' });
    const sessionId = await editor.newSession();
    const turn = editor.prompt(sessionId, 'Run it').catch(() => 'gone');
    await waitFor(() => processesWith(SECONDS).length > 0);
    const exited = once(editor.process, 'exit');
    if (how === 'end') editor.process.stdin?.end();
    else editor.process.kill(how);
    await exited;
    await turn;
    await waitFor(() => processesWith(SECONDS).length === 0);
    const again = await openEditor(sandbox);
    await again.agent.request(session.load, { sessionId, cwd: sandbox.dir, mcpServers: [] });
    expect(again.of('user_message_chunk').map(textIn)).toEqual(['Run it']);
    expect(again.said()).toBe('Starting.');
    expect(again.of('tool_call').map(({ title }) => title)).toEqual([command]);
    expect(await again.prompt(sessionId, 'Go on')).toBe('end_turn');
  });
});

it('keeps an answer that was cut off when the client left', async () => {
  const sandbox = await openAssistant([{ text: ['Half', ' of it'], hold: never }]);
  const editor = await openEditor(sandbox);
  const sessionId = await editor.newSession();
  const turn = editor.prompt(sessionId, 'Begin').catch(() => 'gone');
  await vi.waitFor(() => expect(editor.said()).toContain('Half'));
  await editor.leave();
  await turn;
  const again = await openEditor(sandbox);
  await again.agent.request(session.load, { sessionId, cwd: sandbox.dir, mcpServers: [] });
  expect(again.said()).toContain('Half');
});
