import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AssistantSandbox, openAssistant } from './kit/assistant.ts';
import { forEach, type HookKind, listen, toldTo } from './kit/hooks.ts';

const write = { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'new\n' } }] };
const FREE = ['--permission-mode', 'bypassPermissions'];

const exists = ({ dir }: AssistantSandbox, name: string) =>
  access(join(dir, name)).then(
    () => true,
    () => false,
  );

/** A hook that never answers and is given a second. */
async function silent(kind: HookKind): Promise<object> {
  if (kind === 'command') return { type: 'command', command: 'sleep 1000', timeout: 1 };
  return { type: 'http', url: await listen(() => {}), timeout: 1 };
}

/** A hook that goes wrong in a way of its own. */
async function failing(kind: HookKind): Promise<object> {
  if (kind === 'command') return { type: 'command', command: 'echo broken >&2; exit 7' };
  return { type: 'http', url: await listen((_, reply) => reply(500, 'broken')) };
}

describe.each<HookKind>(['command', 'http'])('a hook of the kind %s', (kind) => {
  it.each([
    ['PreToolUse', FREE],
    ['PermissionRequest', []],
  ])('%s that does not answer in time blocks the call', async (event, flags) => {
    const hook = await silent(kind);
    const sandbox = await openAssistant([write, { text: 'ok' }], {}, { hooks: forEach([event], () => hook) });
    expect((await sandbox.askJson('Go', flags)).result.subtype).toBe('error_tool_refused');
    expect(toldTo(sandbox, 1)).toContain('timed out');
    expect(await exists(sandbox, 'a.txt')).toBe(false);
  });

  it('UserPromptSubmit that does not answer in time blocks the prompt', async () => {
    const hook = await silent(kind);
    const sandbox = await openAssistant([{ text: 'ok' }], {}, { hooks: forEach(['UserPromptSubmit'], () => hook) });
    expect(await sandbox.ask('Go')).toMatchObject({ code: 1, stderr: expect.stringContaining('timed out') });
    expect(sandbox.server.requests).toEqual([]);
  });

  it('that stands no guard blocks nothing when it does not answer in time, and the user is told', async () => {
    const hook = await silent(kind);
    const events = ['SessionStart', 'PostToolUse', 'Stop', 'SessionEnd'];
    const sandbox = await openAssistant([write, { text: 'ok' }], {}, { hooks: forEach(events, () => hook) });
    const { code, stdout, stderr } = await sandbox.ask('Go', FREE);
    expect([code, stdout, await exists(sandbox, 'a.txt')]).toEqual([0, 'ok\n', true]);
    for (const event of events) expect(stderr).toMatch(new RegExp(`warning: ${event}: .* timed out`));
  });

  it('that goes wrong blocks nothing, and the user is told', async () => {
    const hook = await failing(kind);
    const hooks = forEach(['PreToolUse', 'UserPromptSubmit'], () => hook);
    const sandbox = await openAssistant([write, { text: 'ok' }], {}, { hooks });
    const { code, stderr } = await sandbox.ask('Go', FREE);
    expect([code, await exists(sandbox, 'a.txt')]).toEqual([0, true]);
    expect(stderr).toMatch(/warning: UserPromptSubmit: .*: broken\nwarning: PreToolUse: .*: broken\n/);
  });
});

it('exit code 2 blocks at each event that can, with what was printed as the reason', async () => {
  const hook = { type: 'command', command: 'echo "Never at $EVENT" >&2; exit 2' };
  for (const [event, flags] of [
    ['PreToolUse', FREE],
    ['PermissionRequest', []],
  ] as const) {
    const sandbox = await openAssistant([write, { text: 'ok' }], {}, { hooks: forEach([event], () => hook) });
    sandbox.env.EVENT = event;
    expect((await sandbox.askJson('Go', flags)).result.subtype).toBe('error_tool_refused');
    expect(toldTo(sandbox, 1)).toContain(`Never at ${event}`);
  }
});

describe.each([
  ['PreToolUse', { permissionDecision: 'allow' }],
  ['PermissionRequest', { decision: { behavior: 'allow' } }],
])('%s that allows', (event, answer) => {
  const command = `echo '${JSON.stringify({ hookSpecificOutput: answer })}'`;
  const hooks = forEach([event], () => ({ type: 'command', command }));
  const HOOK = '.git/hooks/pre-commit';

  it.each([
    ['a file that makes programs run code', 'Write', { file_path: HOOK, content: 'x' }, {}, HOOK],
    ['such a file where a rule asks too', 'Write', { file_path: HOOK, content: 'x' }, { ask: ['Edit'] }, HOOK],
    ['to leave the sandbox', 'Bash', { command: 'touch left.txt', sandbox: false }, {}, 'left.txt'],
  ])('does not answer for the user: %s', async (_, name, input, permissions, file) => {
    const files = { '.git/HEAD': 'ref: refs/heads/main\n' };
    const script = [{ calls: [{ name, input }] }, { text: 'ok' }];
    const sandbox = await openAssistant(script, files, { hooks, permissions });
    expect((await sandbox.askJson('Go')).result.subtype).toBe('error_tool_refused');
    expect(await exists(sandbox, file)).toBe(false);
  });
});

describe('hooks of all layers', () => {
  const saying = (words: string) =>
    forEach(['UserPromptSubmit'], () => ({ type: 'command', command: `echo ${words}` }));
  const LAYERS = {
    '.claude/settings.json': 'other-project',
    '.claude/settings.local.json': 'other-local',
    '.helve/settings.json': 'project',
    '.helve/settings.local.json': 'local',
    'sub/.helve/settings.json': 'folder',
  };

  async function openLayers(): Promise<AssistantSandbox> {
    const files = Object.entries(LAYERS).map(([file, words]) => [file, JSON.stringify({ hooks: saying(words) })]);
    const sandbox = await openAssistant(
      () => ({ text: 'ok' }),
      Object.fromEntries([...files, ['.git/HEAD', 'ref: refs/heads/main\n']]) as Record<string, string>,
      { hooks: saying('user') },
    );
    for (const file of Object.keys(LAYERS)) await sandbox.helve(['trust', 'allow', '--path', file]);
    return sandbox;
  }

  it('run together, from the user to the folder that is worked in', async () => {
    const sandbox = await openLayers();
    expect((await sandbox.ask('Go', ['--cwd', 'sub'])).stderr).toBe('');
    const told = toldTo(sandbox, 0);
    expect(['user', ...Object.values(LAYERS)].filter((words) => !told.includes(words))).toEqual([]);
  });

  it.each(['{"hooks":{"PreToolUse":[]}}', '{"hooks":{}}', '{}'])(
    'a project with %s takes nothing from those of the user',
    async (settings) => {
      const hooks = forEach(['PreToolUse'], () => ({ type: 'command', command: 'echo "No." >&2; exit 2' }));
      const sandbox = await openAssistant([write, { text: 'ok' }], { '.helve/settings.json': settings }, { hooks });
      await sandbox.helve(['trust', 'allow', '--path', '.helve/settings.json']);
      expect((await sandbox.askJson('Go', FREE)).result.subtype).toBe('error_tool_refused');
      expect(await exists(sandbox, 'a.txt')).toBe(false);
    },
  );

  it('a project that allows does not outweigh a user that refuses', async () => {
    const allow = JSON.stringify({ hookSpecificOutput: { permissionDecision: 'allow' } });
    const theirs = forEach(['PreToolUse'], () => ({ type: 'command', command: `echo '${allow}'` }));
    const hooks = forEach(['PreToolUse'], () => ({ type: 'command', command: 'exit 2' }));
    const files = { '.helve/settings.json': JSON.stringify({ hooks: theirs }) };
    const sandbox = await openAssistant([write, { text: 'ok' }], files, { hooks });
    await sandbox.helve(['trust', 'allow', '--path', '.helve/settings.json']);
    expect((await sandbox.askJson('Go')).result.subtype).toBe('error_tool_refused');
  });

  it('of another program that say more than we know run as far as we know them', async () => {
    const command = 'echo "$CLAUDE_PROJECT_DIR" > ran.txt';
    const hooks = {
      UserPromptSubmit: [
        {
          hooks: [
            { type: 'mcp_tool', server: 'x', tool: 'y' },
            { type: 'command', command, async: false },
          ],
        },
      ],
      WorktreeCreate: [{ hooks: [{ type: 'command', command: 'exit 2' }] }],
    };
    const sandbox = await openAssistant([{ text: 'ok' }]);
    const file = join(sandbox.dir, '.claude/settings.json');
    await mkdir(dirname(file));
    await writeFile(file, JSON.stringify({ hooks, statusLine: 7, somethingElse: true }));
    await sandbox.helve(['trust', 'allow', '--path', file]);
    expect(await sandbox.ask('Go')).toEqual({
      code: 0,
      stdout: 'ok\n',
      stderr: [
        `warning: ${file}: a hook for UserPromptSubmit never runs: helve has no hooks of the type mcp_tool\n`,
        `warning: ${file}: the hooks for WorktreeCreate never run: the worktrees of threads run no hooks\n`,
      ].join(''),
    });
    expect(await readFile(join(sandbox.dir, 'ran.txt'), 'utf8')).toBe(`${sandbox.dir}\n`);
  });

  it('are given the variables of the settings', async () => {
    const hooks = forEach(['UserPromptSubmit'], () => ({ type: 'command', command: 'echo "It is $COLOUR."' }));
    const sandbox = await openAssistant([{ text: 'ok' }], {}, { hooks, env: { COLOUR: 'green' } });
    await sandbox.ask('Go');
    expect(toldTo(sandbox, 0)).toContain('It is green.');
  });
});
