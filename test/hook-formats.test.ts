import { access, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import { type AssistantSandbox, openAssistant } from './kit/assistant.ts';
import { toldTo } from './kit/hooks.ts';

const FREE = ['--permission-mode', 'bypassPermissions'];
const write = { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'new\n' } }] };
const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

const exists = ({ dir }: AssistantSandbox, name: string) =>
  access(join(dir, name)).then(
    () => true,
    () => false,
  );

const hooked = (script: Script, event: string, hook: object, matcher?: string) =>
  openAssistant(script, {}, { hooks: { [event]: [{ ...(matcher ? { matcher } : {}), hooks: [hook] }] } });

describe('the condition "if" of a hook', () => {
  it.each([
    ['Bash(touch *)', 'touch one', true],
    ['Bash(touch *)', 'echo hi && touch one', true],
    ['Bash(rm *)', 'touch one', false],
    ['Edit(*.ts)', 'touch one', false],
    ['Edit(one)', 'echo hi > one', true],
  ])('%s decides whether the hook runs for %s', async (rule, command, refused) => {
    const hook = { type: 'command', if: rule, command: 'echo no >&2; exit 2' };
    const sandbox = await hooked([bash(command), { text: 'ok' }], 'PreToolUse', hook);
    const { result } = await sandbox.askJson('Go', FREE);
    expect([result.subtype === 'error_tool_refused', await exists(sandbox, 'one')]).toEqual([refused, !refused]);
  });

  it('names an agent, and a rule that cannot be read runs the hook', async () => {
    const delegate = { calls: [{ name: 'Agent', input: { prompt: 'Look', agent: 'explore' } }] };
    for (const [rule, refused] of [
      ['Agent(explore)', true],
      ['Task(explore)', true],
      ['Agent(plan)', false],
      ['((', true],
    ] as const) {
      const hook = { type: 'command', if: rule, command: 'exit 2' };
      const sandbox = await hooked(
        ({ body }) => (body.messages.length === 1 && body.tools.some(isAgent) ? delegate : { text: 'ok' }),
        'PreToolUse',
        hook,
      );
      expect([rule, (await sandbox.askJson('Go')).result.subtype]).toEqual([
        rule,
        refused ? 'error_tool_refused' : 'success',
      ]);
    }
  });
});

const isAgent = ({ name }: { name: string }) => name === 'Agent';

/** Writes a file, and then waits in small steps until it is told something. */
const writesAndWaitsFor =
  (words: string): Script =>
  ({ body, text }) => {
    if (text.includes(words)) return { text: 'Heard it.' };
    return body.messages.length === 1 ? write : bash('sleep 0.1');
  };

it('an async hook decides nothing, and its words reach the model later', async () => {
  const words = `echo '{"decision":"block","hookSpecificOutput":{"additionalContext":"From afar."}}'`;
  const hook = { type: 'command', async: true, command: `until [ -e a.txt ]; do sleep 0.02; done; ${words}` };
  const sandbox = await hooked(writesAndWaitsFor('From afar.'), 'PreToolUse', hook, 'Write');
  expect(await sandbox.ask('Go', FREE)).toMatchObject({ code: 0, stdout: 'Heard it.\n' });
});

it('an async hook that runs at the end is waited for', async () => {
  const slow = { type: 'command', async: true, command: 'sleep 0.3; touch done' };
  const sandbox = await hooked([{ text: 'ok' }], 'Stop', slow);
  await sandbox.ask('Go');
  expect(await exists(sandbox, 'done')).toBe(true);
});

it('an asyncRewake hook tells the model what went wrong', async () => {
  const wake = { type: 'command', asyncRewake: true, command: 'echo the build broke >&2; exit 2' };
  const sandbox = await hooked(writesAndWaitsFor('the build broke'), 'PostToolUse', wake, 'Write');
  expect(await sandbox.ask('Go', FREE)).toMatchObject({ code: 0, stdout: 'Heard it.\n' });
});

describe('a prompt hook', () => {
  const isHook = (text: string) => text.includes('Is this fine?');
  const deciding =
    (verdict: string): Script =>
    ({ text, body }) =>
      isHook(text) ? { text: verdict } : body.messages.length === 1 ? write : { text: 'ok' };
  const hook = { type: 'prompt', prompt: 'Is this fine? $ARGUMENTS' };

  it.each([
    ['{"ok": true}', 'success'],
    ['Well: {"ok": false, "reason": "Not today."}', 'error_tool_refused'],
    ['I would rather not say.', 'error_tool_refused'],
  ])('that answers %s ends in %s', async (verdict, subtype) => {
    const sandbox = await hooked(deciding(verdict), 'PreToolUse', hook);
    const { result } = await sandbox.askJson('Go', FREE);
    expect(result.subtype).toBe(subtype);
    const asked = sandbox.server.requests.find(({ text }) => isHook(text));
    expect(asked?.text).toContain('tool_name');
    expect(asked?.text).toContain('a.txt');
    const [entries = []] = await sandbox.conversations();
    expect(entries).toContainEqual(expect.objectContaining({ type: 'spent', what: 'hook' }));
  });

  it('that objects after a call ends the turn, unless it says that the turn continues', async () => {
    const no = deciding('{"ok": false, "reason": "Untested."}');
    const ending = await hooked(no, 'PostToolUse', hook);
    expect((await ending.askJson('Go', FREE)).result.subtype).toBe('error_interrupted');
    const going = await hooked(no, 'PostToolUse', { ...hook, continueOnBlock: true });
    expect((await going.askJson('Go', FREE)).result.subtype).toBe('success');
    expect(toldTo(going, going.server.requests.length - 1)).toContain('Untested.');
  });

  it('uses the model that it names', async () => {
    const sandbox = await hooked(deciding('{"ok": true}'), 'PreToolUse', { ...hook, model: 'haiku' });
    await sandbox.ask('Go', FREE);
    expect(sandbox.server.requests.find(({ text }) => isHook(text))?.body.model).toBe('claude-haiku-4-5');
  });
});

it('runs a program without a shell when it has args, and bash otherwise', async () => {
  const direct = await hooked([{ text: 'ok' }], 'Stop', { type: 'command', command: 'touch', args: ['a b', '$HOME'] });
  await direct.ask('Go');
  expect([await exists(direct, 'a b'), await exists(direct, '$HOME')]).toEqual([true, true]);
  const inBash = await hooked([{ text: 'ok' }], 'Stop', { type: 'command', command: '[[ a == a ]] && touch yes' });
  await inBash.ask('Go');
  expect(await exists(inBash, 'yes')).toBe(true);
});

it.each([
  ['Wri', false],
  ['Write', true],
  ['Edit, Write', true],
  ['W.*te', true],
  ['^Write', true],
  ['rit.', true],
])('the matcher %s matches Write: %s', async (matcher, matches) => {
  const sandbox = await hooked([write, { text: 'ok' }], 'PreToolUse', { type: 'command', command: 'exit 2' }, matcher);
  expect((await sandbox.askJson('Go', FREE)).result.subtype).toBe(matches ? 'error_tool_refused' : 'success');
});

it('reports every hook that never runs', async () => {
  const sandbox = await openAssistant(() => ({ text: 'ok' }));
  const run = [{ hooks: [{ type: 'command', command: 'true' }] }];
  const hooks = {
    Elicitation: run,
    NoSuchEvent: run,
    Stop: [
      {
        hooks: [
          { type: 'agent', prompt: 'Verify' },
          { type: 'command', command: 'true', if: 'Bash' },
        ],
      },
    ],
    SessionStart: [{ hooks: [{ type: 'prompt', prompt: 'Fine?' }] }],
  };
  const file = join(sandbox.dir, '.claude/settings.json');
  await mkdir(dirname(file));
  await writeFile(file, JSON.stringify({ hooks }));
  await sandbox.helve(['trust', 'allow', '--path', file]);
  const { code, stderr } = await sandbox.ask('Go');
  const said = stderr.replaceAll(`warning: ${file}: `, '').trim().split('\n');
  expect([code, said]).toEqual([
    0,
    [
      'the hooks for Elicitation never run: helve asks the user about every form of a server',
      'the hooks for NoSuchEvent never run: there is no such event',
      'a hook for Stop never runs: helve has no hooks of the type agent',
      'a hook for Stop never runs: "if" needs a call of a tool, and this event has none',
      'a hook for SessionStart never runs: no model can be asked at this event',
    ],
  ]);
});

it('a header has only the variables that a hook of Claude Code lists', async () => {
  const sandbox = await openAssistant(() => ({ text: 'ok' }));
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['x-a']);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const hook = { type: 'http', url, headers: { 'x-a': '$SHOWN-$HIDDEN' }, allowedEnvVars: ['SHOWN'], timeout: 60_000 };
  const file = join(sandbox.dir, '.claude/settings.json');
  await mkdir(dirname(file));
  await writeFile(file, JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
  await sandbox.helve(['trust', 'allow', '--path', file]);
  Object.assign(sandbox.env, { SHOWN: 'shown', HIDDEN: 'hidden' });
  expect((await sandbox.ask('Go')).stderr).toBe('');
  expect(seen).toEqual(['shown-']);
});
