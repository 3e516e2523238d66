import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { ReceivedRequest } from '../packages/assistant/src/testing/model-server.ts';
import { openAssistant, UNCONFINED } from './kit/assistant.ts';
import { BINARY } from './kit/helve.ts';

/** What the system behind the seed declared and did not do, where no other test shows that this one does. */

const todo = (index: number) => ({
  calls: [{ name: 'Todo', input: { items: [{ text: `step ${index}`, state: 'open' }] } }],
});
const write = { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'x' } }] };
const isSummary = ({ text }: ReceivedRequest) => text.includes('The window is filling up');

it('a turn has as many rounds as it takes where no limit is set', async () => {
  const { ask, server } = await openAssistant((_, index) => (index < 40 ? todo(index) : { text: 'Done.' }));
  expect(await ask('Go')).toMatchObject({ code: 0, stdout: 'Done.\n' });
  expect(server.requests).toHaveLength(41);
});

it('--max-turns is the number of requests, whatever it is', async () => {
  for (const turns of [3, 12]) {
    const { askJson, server } = await openAssistant((_, index) => todo(index));
    const { result } = await askJson('Go', ['--max-turns', String(turns)]);
    expect([result.subtype, result.num_turns, server.requests.length]).toEqual(['error_max_turns', turns, turns]);
  }
});

it('a window that fills up in the middle of a turn is made room in, and the turn goes on', async () => {
  const { ask, server } = await openAssistant(
    (request, index) => {
      if (isSummary(request)) return { text: '## Goal\n- Test' };
      return index < 3
        ? { ...todo(index), text: 'x'.repeat(8_000), usage: { input: 8_500 * index } }
        : { text: 'Done.' };
    },
    {},
    { models: { 'claude-sonnet-5-5': { window: 20_000 } } },
  );
  const { stdout } = await ask('Go', ['--output-format', 'stream-json']);
  const subtypes = stdout.match(/(?<="subtype":")\w+/g);
  expect([subtypes, server.requests.filter(isSummary).length]).toEqual([['init', 'compact_boundary', 'success'], 1]);
});

it('what the model said beside a call stays in what it is told', async () => {
  const { ask, server } = await openAssistant([{ text: 'I will look.', ...todo(0) }, { text: 'ok' }]);
  await ask('Go');
  const said: readonly { type: string; text?: string }[] = server.requests[1]?.body.messages[1].content;
  expect(said.map(({ type, text }) => text ?? type)).toEqual(['I will look.', 'tool_use']);
});

it('how full the window is follows from the latest answer, not from a sum', async () => {
  const { askJson } = await openAssistant(() => ({ text: 'ok', usage: { input: 100_000, output: 10 } }));
  for (const flags of [[], ['-c'], ['-c']]) {
    const { result } = await askJson('Go', flags);
    expect(result.context).toMatchObject({ percent: 10 });
  }
});

it('how full the window is is a whole number also where nobody has counted it', async () => {
  const { askJson } = await openAssistant([{ status: 400 }]);
  const { tokens } = (await askJson('Go')).result.context as { tokens: number };
  expect([tokens > 0, Number.isInteger(tokens)]).toEqual([true, true]);
});

it('a call that a hook refuses is told of like any other', async () => {
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo "Not now." >&2; exit 2' }] }] };
  const { ask } = await openAssistant([write, { text: 'ok' }], {}, { hooks });
  const { stdout } = await ask('Go', ['--output-format', 'stream-json']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(['system', 'assistant', 'user', 'assistant', 'result']);
  expect(lines[2]).toContain('Not now.');
});

it('an allow list of a project adds to that of the user', async () => {
  const calls = ['touch a', 'mkdir b', 'rm a'].map((command) => ({ name: 'Bash', input: { command } }));
  const sandbox = await openAssistant(
    [{ calls }, { text: 'ok' }],
    { '.helve/settings.json': '{"permissions":{"allow":["Bash(mkdir *)"]}}' },
    { permissions: { allow: ['Bash(touch *)'] }, ...UNCONFINED },
  );
  await sandbox.helve(['trust', 'allow', '--path', '.helve/settings.json']);
  const denied = (await sandbox.askJson('Go')).result.permission_denials as readonly { tool_input: unknown }[];
  expect(denied.map(({ tool_input: input }) => input)).toEqual([{ command: 'rm a' }]);
});

it('a file of settings that is empty is an error, and so is one that nobody may read', async () => {
  const { ask, run, home, server } = await openAssistant([], { '.helve/settings.json': '' });
  expect(await ask('Hi')).toMatchObject({ code: 2, stderr: expect.stringContaining('.helve/settings.json:1') });
  await run('sh', ['-c', `rm -r .helve; mkdir "${home}/settings.json"`]);
  expect(await ask('Hi')).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read') });
  expect(server.requests).toEqual([]);
});

it('without a terminal the screen says what to do instead, and asks for nothing', async () => {
  const { dir, env } = await openAssistant([]);
  for (const args of [['-c'], ['--model', 'opus']]) {
    const child = spawn(process.execPath, [BINARY, ...args], { cwd: dir, env, stdio: 'pipe' });
    const said = child.stderr.setEncoding('utf8').toArray();
    const [code] = await once(child, 'exit');
    expect([code, (await said).join('')]).toEqual([2, expect.stringContaining('helve -p "…"')]);
  }
});

it('a refused tool, a failed program and a wrong call are errors for the model, and each call has its result', async () => {
  const calls = [
    ...write.calls,
    { name: 'Bash', input: { command: 'cat nowhere' } },
    { name: 'Read', input: '{"file_path": ' },
    { name: 'Teleport', input: {} },
  ];
  const { ask, server } = await openAssistant([{ calls }, { text: 'ok' }]);
  await ask('Go');
  const results: readonly { is_error?: boolean }[] = server.requests[1]?.body.messages.at(-1).content;
  expect(results.map(({ is_error: failed }) => failed)).toEqual([true, true, true, true]);
});
