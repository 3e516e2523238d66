import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import { openSandbox } from './kit/helve.ts';
import { runProgram } from './kit/library.ts';
import { connect } from './kit/mcp.ts';

const MODES = ['plan', 'default', 'acceptEdits', 'bypassPermissions'] as const;

type Verdict = 'runs' | 'asks' | 'refuses';

const bash = (command: string) => ({ name: 'Bash', input: { command } });

/** A call of each class of effect, and what becomes of it in each mode; what is asked is answered with no. */
const CALLS: Readonly<Record<string, readonly [{ name: string; input: object }, ...Verdict[]]>> = {
  'a read': [{ name: 'Read', input: { file_path: 'a.txt' } }, 'runs', 'runs', 'runs', 'runs'],
  'a search': [{ name: 'Grep', input: { pattern: 'a' } }, 'runs', 'runs', 'runs', 'runs'],
  'a program that reads': [bash('cat a.txt | wc -l'), 'runs', 'runs', 'runs', 'runs'],
  'a line that reads': [bash('helve fs read --path a.txt'), 'runs', 'runs', 'runs', 'runs'],
  'a list of things to do': [{ name: 'Todo', input: { items: [] } }, 'runs', 'runs', 'runs', 'runs'],
  'a write': [{ name: 'Write', input: { file_path: 'b', content: 'x' } }, 'refuses', 'asks', 'runs', 'runs'],
  'an edit': [
    { name: 'Edit', input: { file_path: 'a.txt', old_string: 'a', new_string: 'b' } },
    'refuses',
    'asks',
    'runs',
    'runs',
  ],
  'a line that writes': [bash('helve fs write --path b --content x'), 'refuses', 'asks', 'runs', 'runs'],
  'a write to the settings': [
    { name: 'Write', input: { file_path: '.helve/settings.json', content: '{}' } },
    'refuses',
    'asks',
    'asks',
    'asks',
  ],
  'a write outside the project': [
    { name: 'Write', input: { file_path: '../b', content: 'x' } },
    'refuses',
    'asks',
    'asks',
    'runs',
  ],
  'the web': [bash('helve web fetch --url http://127.0.0.1:9/'), 'refuses', 'asks', 'asks', 'runs'],
};

/** Calls that run programs, where there is no sandbox. */
const PROGRAMS: typeof CALLS = {
  'a program that writes': [bash('touch b'), 'refuses', 'asks', 'runs', 'runs'],
  'a program whose output goes to a file': [bash('cat a.txt > b'), 'refuses', 'asks', 'runs', 'runs'],
  'a program that writes outside the project': [bash('cp a.txt ../b'), 'refuses', 'asks', 'asks', 'runs'],
  'a program that does anything': [bash('node -e "1"'), 'refuses', 'asks', 'asks', 'runs'],
  'a line that runs a program': [bash('helve terminal exec --command "node -e 1"'), 'refuses', 'asks', 'asks', 'runs'],
};

/** The same in the sandbox. A program that cannot write outside the project fails, and the user is asked about that. */
const CONFINED: typeof CALLS = {
  'a program that writes': [bash('touch b'), 'runs', 'runs', 'runs', 'runs'],
  'a program whose output goes to a file': [bash('cat a.txt > b'), 'runs', 'runs', 'runs', 'runs'],
  'a program that writes outside the project': [bash('cp a.txt /usr/b'), 'runs', 'asks', 'asks', 'asks'],
  'a program that does anything': [bash('node -e "1"'), 'runs', 'runs', 'runs', 'runs'],
  'a line that runs a program': [bash('helve terminal exec --command "node -e 1"'), 'runs', 'runs', 'runs', 'runs'],
  'a program with the network': [
    bash('helve terminal exec --network --command "touch b"'),
    'refuses',
    'asks',
    'asks',
    'asks',
  ],
  'a session with the network': [
    bash('helve terminal session start --network --command "touch b"'),
    'refuses',
    'asks',
    'asks',
    'asks',
  ],
  'a program outside the sandbox': [
    { name: 'Bash', input: { command: 'touch b', sandbox: false } },
    'refuses',
    'asks',
    'asks',
    'asks',
  ],
};

describe.each(MODES)('in mode %s', (mode) => {
  const table = [
    ...Object.entries(CALLS).map(([name, [call, ...verdicts]]) => [name, 'auto', call, verdicts] as const),
    ...Object.entries(PROGRAMS).map(([name, [call, ...verdicts]]) => [name, 'off', call, verdicts] as const),
    ...Object.entries(CONFINED).map(([name, [call, ...verdicts]]) => [name, 'required', call, verdicts] as const),
  ];
  it.each(table)('%s, with sandbox %s', async (_, setting, call, verdicts) => {
    const sandbox = await openAssistant(
      [{ calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] }, { calls: [call] }, { text: 'ok' }],
      { 'a.txt': 'a\n' },
      { network: { allowPrivate: true }, sandbox: setting },
    );
    const { asked, outcome } = await runProgram<{ asked: number; outcome: string }>(
      sandbox,
      `const { conversation, events } = await talk(
         { permissionMode: '${mode}', askUser: async () => undefined },
         (event, { answer }) => event.type === 'ask' && answer(event.question.id, 'no'),
       );
       await conversation.send('Go');
       await conversation.close();
       const ended = events.filter(({ type }) => type === 'toolEnd');
       return {
         asked: events.filter(({ type }) => type === 'ask').length,
         outcome: ended.at(-1).entry.outcome,
       };`,
    );
    const verdict = asked > 0 ? 'asks' : outcome === 'denied' ? 'refuses' : 'runs';
    const untouched = (await readdir(sandbox.dir)).join() === 'a.txt';
    const mayChange = verdict === 'runs' && mode !== 'plan';
    expect([verdict, mayChange || untouched]).toEqual([verdicts[MODES.indexOf(mode)], true]);
  });
});

describe('rules of the settings', () => {
  /** Whether a program runs where nobody can be asked. */
  async function runs(permissions: object, mode: string): Promise<boolean> {
    const settings = { permissions, sandbox: 'off' };
    const { ask, dir } = await openAssistant([{ calls: [bash('touch b')] }, { text: 'ok' }], {}, settings);
    await ask('Go', ['--permission-mode', mode]);
    return access(join(dir, 'b')).then(
      () => true,
      () => false,
    );
  }

  it.each<[string, object, readonly boolean[]]>([
    ['allow', { allow: ['Bash(touch *)'] }, [false, true, true, true]],
    ['ask', { ask: ['Bash(touch *)'] }, [false, false, false, false]],
    ['deny', { deny: ['Bash(touch *)'] }, [false, false, false, false]],
    ['ask before allow', { ask: ['Bash(touch *)'], allow: ['Bash(touch b)'] }, [false, false, false, false]],
    ['deny before allow', { deny: ['Bash'], allow: ['Bash(touch b)'] }, [false, false, false, false]],
  ])('%s holds in each mode', async (_, permissions, expected) => {
    expect(await Promise.all(MODES.map((mode) => runs(permissions, mode)))).toEqual(expected);
  });

  it('permissions.mode is the mode unless a flag names another', async () => {
    const write = { calls: [{ name: 'Write', input: { file_path: 'b', content: 'x' } }] };
    const settings = { permissions: { mode: 'acceptEdits' } };
    const open = () => openAssistant([write, { text: 'ok' }], {}, settings);
    expect((await (await open()).askJson('Go')).result.subtype).toBe('success');
    const { result } = await (await open()).askJson('Go', ['--permission-mode', 'default']);
    expect(result.subtype).toBe('error_tool_refused');
  });

  it.each(['.helve/settings.json', '.claude/settings.json'])(
    'a project may ask for plan mode by itself, and for more only after consent: %s',
    async (file) => {
      const key = file.startsWith('.helve') ? 'mode' : 'defaultMode';
      const write = { calls: [{ name: 'Write', input: { file_path: 'b', content: 'x' } }] };
      const open = (mode: string) =>
        openAssistant(
          ({ body }) => (body.messages.length === 1 ? write : { text: 'ok' }),
          { [file]: JSON.stringify({ permissions: { [key]: mode } }) },
          { permissions: { mode: 'acceptEdits' } },
        );
      const planning = await open('plan');
      expect((await planning.askJson('Go')).result.subtype).toBe('error_tool_refused');
      const wide = await open('bypassPermissions');
      const mode = async () => {
        const { stdout } = await wide.ask('Go', ['--output-format', 'stream-json']);
        return (JSON.parse(stdout.split('\n')[0] ?? '') as { permission_mode: string }).permission_mode;
      };
      expect(await mode()).toBe('acceptEdits');
      await wide.helve(['trust', 'allow', '--path', file, '--permission-mode', 'bypassPermissions']);
      expect(await mode()).toBe('bypassPermissions');
    },
  );

  it.each([
    ['Agent', 'Agent'],
    ['Task', 'Agent'],
    ['Skill', 'Skill'],
    ['TodoWrite', 'Todo'],
  ])('deny %s takes that tool away, without a word about a rule that matches nothing', async (rule, tool) => {
    const { ask, server } = await openAssistant(
      [{ text: 'ok' }],
      { '.claude/skills/a/SKILL.md': '---\ndescription: A\n---\nA' },
      { permissions: { deny: [rule] } },
    );
    expect(await ask('Hi')).toEqual({ code: 0, stdout: 'ok\n', stderr: '' });
    const names: readonly string[] = server.requests[0]?.body.tools.map(({ name }: { name: string }) => name);
    expect(['Agent', 'Skill', 'Todo'].filter((name) => !names.includes(name))).toEqual([tool]);
  });
});

describe('the network in the sandbox that is required', () => {
  const line = 'helve terminal exec --network --command "touch b"';

  it.each([
    ['is denied to an MCP client in bypassPermissions where nobody can be asked', {}, false],
    ['is open to it where a rule allows it', { permissions: { allow: ['Network'] } }, true],
  ])('%s', async (_, settings, isOpen) => {
    const sandbox = await openSandbox({}, settings);
    const client = await connect(sandbox, ['--permission-mode', 'bypassPermissions', '--sandbox']);
    const { content } = await client.call('CliRun', { command: line });
    expect((content[0]?.text ?? '').includes('it needs approval, and nobody can be asked here')).toBe(!isOpen);
    expect((await readdir(sandbox.dir)).includes('b')).toBe(isOpen);
  });

  it('is open to a person who asks for it', async () => {
    const sandbox = await openSandbox({}, { sandbox: 'required' });
    expect(await sandbox.helve(['terminal', 'exec', '--network', '--command', 'touch b'])).toMatchObject({ code: 0 });
    expect(await readdir(sandbox.dir)).toContain('b');
  });
});
