import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { openEditor } from './kit/acp.ts';
import { openAssistant, UNCONFINED } from './kit/assistant.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });
const write = (path: string, content: string) => ({ calls: [{ name: 'Write', input: { file_path: path, content } }] });

describe('a question about a call', () => {
  it('has the diff, why it is asked, and the answers of the screen with the rule', async () => {
    const sandbox = await openAssistant([write('a.txt', 'new\n'), { text: 'ok' }], { 'a.txt': 'old\n' });
    const editor = await openEditor(sandbox, { choose: () => 'once' });
    await editor.prompt(await editor.newSession(), 'Go');
    const path = join(sandbox.dir, 'a.txt');
    const [question] = editor.asked;
    expect(question?.toolCall).toMatchObject({ title: 'Write(a.txt)', kind: 'edit', locations: [{ path }] });
    expect(question?.toolCall.toolCallId).toBe(editor.of('tool_call')[0]?.toolCallId);
    expect(question?.toolCall.content?.[0]).toEqual({ type: 'diff', path, oldText: 'old\n', newText: 'new\n' });
    expect(JSON.stringify(question?.toolCall.content?.[1])).toContain('it changes files, and the mode is default');
    expect(question?.options).toEqual([
      { optionId: 'once', kind: 'allow_once', name: 'Allow once' },
      {
        optionId: 'conversation',
        kind: 'allow_always',
        name: expect.stringMatching(/^Allow in this conversation: \S+/),
      },
      { optionId: 'project', kind: 'allow_always', name: expect.stringMatching(/^Always allow in this project: \S+/) },
      { optionId: 'no', kind: 'reject_once', name: 'Deny' },
    ]);
    expect(await readFile(path, 'utf8')).toBe('new\n');
  });

  it.each([
    ['once', 2, false],
    ['conversation', 1, false],
    ['project', 1, true],
  ] as const)('answered with %s is asked %d times, and kept in the project: %s', async (choice, times, isKept) => {
    const sandbox = await openAssistant([bash('touch a'), bash('touch a'), { text: 'ok' }], {}, UNCONFINED);
    const editor = await openEditor(sandbox, { choose: () => choice });
    await editor.prompt(await editor.newSession(), 'Go');
    expect(editor.asked).toHaveLength(times);
    expect(existsSync(join(sandbox.dir, 'a'))).toBe(true);
    const kept = await readFile(join(sandbox.dir, '.helve/settings.local.json'), 'utf8').catch(() => '');
    expect(kept.includes('touch')).toBe(isKept);
  });

  it.each([['no'], [undefined]])('answered with %s is not done, and the model is told', async (choice) => {
    const sandbox = await openAssistant([bash('touch a'), { text: 'ok' }], {}, UNCONFINED);
    const editor = await openEditor(sandbox, { choose: () => choice });
    await editor.prompt(await editor.newSession(), 'Go');
    expect(existsSync(join(sandbox.dir, 'a'))).toBe(false);
    expect(sandbox.server.requests[1]?.text).toContain('the user declined');
    expect(editor.of('tool_call_update').at(-1)?.status).toBe('failed');
  });

  it('that is open when the turn is cancelled ends with it', async () => {
    const sandbox = await openAssistant([bash('touch a'), { text: 'ok' }], {}, UNCONFINED);
    let ask = () => {};
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const editor = await openEditor(sandbox, {
      choose: () => {
        ask();
        return new Promise<never>(() => {});
      },
    });
    const sessionId = await editor.newSession();
    const turn = editor.prompt(sessionId, 'Go');
    await asked;
    await editor.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toBe('cancelled');
    expect(existsSync(join(sandbox.dir, 'a'))).toBe(false);
  });
});

it('deny rules hold in every mode, and nobody is asked', async () => {
  const sandbox = await openAssistant(
    [write('secret.txt', 'x'), { text: 'ok' }],
    {},
    { permissions: { deny: ['Edit(secret.txt)'] } },
  );
  const editor = await openEditor(sandbox, { flags: ['--permission-mode', 'bypassPermissions'], choose: () => 'once' });
  await editor.prompt(await editor.newSession(), 'Go');
  expect(editor.asked).toEqual([]);
  expect(existsSync(join(sandbox.dir, 'secret.txt'))).toBe(false);
  expect(sandbox.server.requests[1]?.text).toContain('secret.txt');
});

it('programs run in the sandbox without a question, and what they lack is asked about', async () => {
  const outside = `/opt/helve-acp-${process.pid}.txt`;
  const sandbox = await openAssistant([bash('echo hi > in.txt'), bash(`echo hi > ${outside}`), { text: 'ok' }]);
  const editor = await openEditor(sandbox, { choose: () => 'no' });
  await editor.prompt(await editor.newSession(), 'Go');
  expect(await readFile(join(sandbox.dir, 'in.txt'), 'utf8')).toBe('hi\n');
  expect(existsSync(outside)).toBe(false);
  const [question, ...more] = editor.asked;
  expect(more).toEqual([]);
  expect(question?.toolCall.title).toMatch(/^Allow .*: echo hi > /);
  expect(question?.options[0]?.name).toBe('Allow once, and run it again');
});

it('ignores what a project brings until the user trusts it, and says so', async () => {
  const sandbox = await openAssistant([bash('touch a'), { text: 'ok' }], {
    '.helve/settings.json': JSON.stringify({ permissions: { allow: ['Bash'] }, sandbox: 'off' }),
  });
  const editor = await openEditor(sandbox, { capabilities: { session: { notices: {} } }, choose: () => 'no' });
  await editor.prompt(await editor.newSession(), 'Go');
  expect(editor.of('notice').map(({ severity }) => severity)).toContain('warning');
  expect(
    editor
      .of('notice')
      .map(({ title }) => title)
      .join('\n'),
  ).toContain('.helve/settings.json');
});
