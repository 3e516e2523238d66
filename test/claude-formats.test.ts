import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AssistantSandbox, openAssistant, UNCONFINED } from './kit/assistant.ts';
import { toldTo } from './kit/hooks.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Writes files of the user, such as `.claude/settings.json`. */
async function ofUser({ env }: AssistantSandbox, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = join(env.HOME ?? '', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

describe('~/.claude/settings.json', () => {
  it('has rules, hooks and variables for what models do, and is weaker than the settings of helve', async () => {
    const sandbox = await openAssistant(
      [bash('touch made'), { text: 'ok' }, bash('rm a'), { text: 'ok' }],
      {},
      {
        ...UNCONFINED,
        env: { NAME: 'mine' },
      },
    );
    await ofUser(sandbox, {
      '.claude/settings.json': JSON.stringify({
        model: 'opusplan',
        sandbox: { enabled: true },
        statusLine: { type: 'command', command: 'x' },
        env: { NAME: 'theirs', PORT: 8080 },
        permissions: { allow: ['Bash(touch *)'], deny: ['Bash(rm *)'] },
        hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'echo from the home: $NAME $PORT' }] }] },
      }),
    });
    expect(await sandbox.ask('Go')).toMatchObject({ code: 0, stderr: '' });
    expect([toldTo(sandbox, 0).includes('from the home: mine 8080'), await exists(join(sandbox.dir, 'made'))]).toEqual([
      true,
      true,
    ]);
    expect((await sandbox.askJson('Go', ['--permission-mode', 'bypassPermissions'])).result.subtype).toBe(
      'error_tool_refused',
    );
    expect((await sandbox.helve(['config', 'list', '--show-origin'])).stdout).toContain('.claude/settings.json');
    // A person is not bound by what they said to another assistant.
    expect((await sandbox.helve(['terminal', 'exec', '--command', 'rm made'])).code).toBe(0);
  });

  it('is the file of the user, not of a project, in the home folder itself', async () => {
    const sandbox = await openAssistant([{ text: 'ok' }]);
    await ofUser(sandbox, {
      '.claude/settings.json': JSON.stringify({
        hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo x >> ran' }] }] },
      }),
    });
    const { stderr } = await sandbox.run('sh', ['-c', 'cd "$HOME" && helve -p Go']);
    expect([stderr, await readFile(join(sandbox.env.HOME ?? '', 'ran'), 'utf8')]).toEqual(['', 'x\n']);
  });
});

it('agents are found in subfolders, and in ~/.claude/agents', async () => {
  const agent = (name: string) => `---\nname: ${name}\ndescription: Does ${name}\n---\nYou do ${name}.`;
  const sandbox = await openAssistant([{ text: 'ok' }], {
    '.claude/agents/review/deep/security.md': agent('security'),
  });
  await ofUser(sandbox, { '.claude/agents/notes.md': agent('notes'), '.claude/agents/own/plans.md': agent('plans') });
  await sandbox.ask('Go');
  const offered = sandbox.server.requests[0]?.body.tools.find(({ name }: { name: string }) => name === 'Agent');
  expect(offered.input_schema.properties.agent.enum).toEqual(
    expect.arrayContaining(['security', 'notes', 'plans', 'explore']),
  );
});

describe('allowed-tools of a command', () => {
  const command = '---\nallowed-tools: Bash(touch:*), Bash(echo hello)\n---\nDo it: !`echo hello`';
  const open = (line: string, settings: object = {}) =>
    openAssistant(
      [bash(line), { text: 'ok' }, bash(line), { text: 'ok' }],
      { '.claude/commands/do.md': command },
      {
        ...UNCONFINED,
        ...settings,
      },
    );

  it('need no approval during its turn, also for the lines in it, and all other tools stay', async () => {
    const sandbox = await open('touch made');
    expect((await sandbox.askJson('/do')).result.subtype).toBe('success');
    expect(await exists(join(sandbox.dir, 'made'))).toBe(true);
    expect(toldTo(sandbox, 0)).toContain('Do it: hello');
    expect(sandbox.server.requests[0]?.body.tools.length).toBeGreaterThan(5);
    expect((await sandbox.askJson('Again', ['-c'])).result.subtype).toBe('error_tool_refused');
  });

  it.each<[string, string, object, readonly string[]]>([
    ['what they do not name', 'mkdir made', {}, []],
    ['what a rule denies', 'touch made', { permissions: { deny: ['Bash(touch *)'] } }, []],
    ['what a rule asks about', 'touch made', { permissions: { ask: ['Bash(touch *)'] } }, []],
    ['changes in plan mode', 'touch made', {}, ['--permission-mode', 'plan']],
  ])('do not allow %s', async (_, line, settings, flags) => {
    const sandbox = await open(line, settings);
    expect((await sandbox.askJson('/do', flags)).result.subtype).toBe('error_tool_refused');
    expect(await exists(join(sandbox.dir, 'made'))).toBe(false);
  });
});

it('descriptions of skills have up to 1,024 characters, and all together a limit', async () => {
  const skill = (letter: string, length: number) => `---\ndescription: ${letter.repeat(length)}\n---\nText.`;
  const described = async (files: Readonly<Record<string, string>>): Promise<string> => {
    const sandbox = await openAssistant([{ text: 'ok' }], files);
    await sandbox.ask('Go');
    return sandbox.server.requests[0]?.body.tools.find(({ name }: { name: string }) => name === 'Skill').description;
  };
  const one = await described({ '.claude/skills/long/SKILL.md': skill('x', 2000) });
  expect(/x+/.exec(one.replace('long', ''))?.[0]).toHaveLength(1024);
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`.claude/skills/s${index}/SKILL.md`, skill('x', 1000)]),
  );
  const all = await described({ ...many, '.claude/skills/short/SKILL.md': skill('y', 100) });
  expect([all.length < 8_500, all.includes('y'.repeat(100)), all.match(/- s\d+: x+/g)?.length]).toEqual([
    true,
    true,
    20,
  ]);
});
