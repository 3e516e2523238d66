import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReceivedRequest, Script } from '../packages/assistant/src/testing/model-server.ts';
import { type AssistantSandbox, openAssistant, UNCONFINED } from './kit/assistant.ts';
import { processesWith, uniqueSeconds, waitFor } from '../packages/processes/src/testing/processes.ts';
import { BINARY } from './kit/helve.ts';

const toolsIn = (request: ReceivedRequest | undefined): readonly string[] =>
  request?.body.tools.map(({ name }: { name: string }) => name);

const firstText = ({ body }: ReceivedRequest): string => body.messages[0].content[0].text;

const allText = (request: ReceivedRequest | undefined) => JSON.stringify(request?.body.messages);

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

const skill = (head: string, body: string) => `---\n${head}\n---\n${body}\n`;

/** Says `ok`, or makes these calls first. */
function saying(calls: readonly { readonly name: string; readonly input: object }[] = []): Script {
  return ({ body }) => (calls.length > 0 && body.messages.length <= 2 ? { calls: [...calls] } : { text: 'ok' });
}

const open = (files: Readonly<Record<string, string>>, script: Script = saying()): Promise<AssistantSandbox> =>
  openAssistant(script, files);

describe('a skill that the user names', () => {
  it('is what the model is told, in tags and without its front matter, with arguments and variables', async () => {
    const { ask, server, dir, env, conversations, helve } = await open({
      '.agents/skills/fix/SKILL.md': skill(
        'description: >\n  Fixes\n  things\nallowed-tools: ["Read", "Edit"]',
        'Fix $1 ($ARGUMENTS) in ${PROJECT_DIR} of ${USER_HOME} with ${CLAUDE_MODEL} as ${CLAUDE_SESSION_ID} by ${CLAUDE_SKILL_DIR}.',
      ),
    });
    const { code, stdout } = await ask('/fix issue "12 3"');
    expect([code, stdout]).toEqual([0, 'ok\n']);
    const [[begin, said] = []] = await conversations();
    expect(said).toMatchObject({ type: 'user', typed: '/fix issue "12 3"' });
    const told = server.requests.map(firstText)[0];
    const id = /as (\S+) by/.exec(told ?? '')?.[1] ?? '';
    expect(told).toBe(
      `<skill name="fix">\nFix issue (issue "12 3") in ${dir} of ${env.HOME} with claude-sonnet-5-5 as ${id} by ${dir}/.agents/skills/fix.\n\n[Files of this skill are in ${dir}/.agents/skills/fix]\n</skill>`,
    );
    expect(id).toMatch(/^[\w-]{8,}$/);
    expect(begin?.type).toBe('start');
    const { sessions } = JSON.parse((await helve(['session', 'list'])).stdout).data;
    expect(sessions).toMatchObject([{ title: '/fix issue "12 3"' }]);
  });

  it('is found in all places, and of one name the first in their order counts', async () => {
    const { ask, server, home, env } = await open({
      '.agents/skills/a/SKILL.md': 'project agents',
      '.claude/skills/a/SKILL.md': 'project claude skill',
      '.claude/commands/a.md': 'project command',
      '.claude/skills/b/SKILL.md': 'project claude skill b',
      '.claude/commands/b.md': 'project command b',
      '.claude/commands/c/SKILL.md': 'project command folder c',
      '.claude/commands/flat.md': 'flat',
      '.claude/commands/group/inner.md': 'inner',
    });
    const userHome = env.HOME ?? '';
    for (const name of ['a', 'c', 'd', 'e', 'f', 'g']) {
      await write(join(home, `skills/${name}/SKILL.md`), `home ${name}`);
      if (name > 'd') await write(join(userHome, `.agents/skills/${name}/SKILL.md`), `user agents ${name}`);
    }
    await write(join(userHome, '.agents/skills/h/SKILL.md'), 'user agents h');
    await write(join(userHome, '.claude/commands/h/SKILL.md'), 'user command h');
    await write(join(userHome, '.claude/commands/i/SKILL.md'), 'user command i');
    const names = ['a', 'b', 'c', 'd', 'e', 'h', 'i', 'flat', 'group:inner'];
    for (const name of names) await ask(`/${name}`);
    expect(server.requests.map((request) => firstText(request).split('\n')[1])).toEqual([
      'project agents',
      'project claude skill b',
      'project command folder c',
      'home d',
      'home e',
      'user agents h',
      'user command i',
      'flat',
      'inner',
    ]);
  });

  it('is offered only tools that it allows, and rules in it hold for what they do', async () => {
    const calls = [
      { name: 'Bash', input: { command: 'git --version' } },
      { name: 'Bash', input: { command: 'echo hi' } },
      { name: 'Bash', input: { command: 'git --version > out.txt' } },
      { name: 'Bash', input: { command: 'helve fs write --path out.txt --content x' } },
      { name: 'Edit', input: { path: 'a.txt', old_text: 'a', new_text: 'b' } },
    ];
    const { ask, server, dir } = await open(
      { '.claude/skills/look/SKILL.md': skill('allowed-tools: Read, Bash(git *), TodoWrite', 'Look.'), 'a.txt': 'a' },
      saying(calls),
    );
    await ask('/look', ['--permission-mode', 'bypassPermissions']);
    expect(toolsIn(server.requests[0])).toEqual(['Read', 'Bash', 'Todo']);
    const results: readonly { is_error?: boolean; content: { text: string }[] }[] =
      server.requests[1]?.body.messages.at(-1).content;
    expect(results.slice(0, 5).map(({ is_error: failed = false }) => failed)).toEqual([false, true, true, true, true]);
    expect(results[1]?.content[0]?.text).toContain('the skill look may use only Read, Bash(git *)');
    expect(await exists(join(dir, 'out.txt'))).toBe(false);
    await ask('Hello', ['-c']);
    expect(toolsIn(server.requests.at(-1))?.length).toBeGreaterThan(5);
  });

  it('has the model and the number of turns that it asks for, and the next turn has its own', async () => {
    const read = { name: 'Read', input: { path: 'a.txt' } };
    const { askJson, server } = await openAssistant(
      ({ body }) => (JSON.stringify(body.messages).includes('Hello') ? { text: 'hi' } : { calls: [read] }),
      { '.claude/commands/deep.md': skill('model: haiku\nmax-turns: 2', 'Use ${CLAUDE_MODEL}.'), 'a.txt': 'a' },
    );
    const { result, code } = await askJson('/deep');
    expect([result.subtype, code]).toEqual(['error_max_turns', 1]);
    expect(server.requests.map(({ body }) => body.model)).toEqual(['claude-haiku-4-5', 'claude-haiku-4-5']);
    expect(server.requests.map(firstText)[0]).toContain('Use claude-haiku-4-5.');
    await askJson('Hello', ['-c']);
    expect(server.requests.at(-1)?.body.model).toBe('claude-sonnet-5-5');
  });

  it('can be for the model alone, misspelt, or no skill at all', async () => {
    const { ask, server } = await open({
      '.claude/skills/inner/SKILL.md': skill('invocation: model-only\ndescription: x', 'Inner.'),
      '.claude/skills/hidden/SKILL.md': skill('user-invocable: false', 'Hidden.'),
      '.claude/skills/review/SKILL.md': 'Review.',
    });
    expect(await ask('/inner')).toMatchObject({ code: 2, stderr: expect.stringContaining('Only the model may use') });
    expect(await ask('/hidden')).toMatchObject({ code: 2, stderr: expect.stringContaining('Only the model may use') });
    expect(await ask('/reveiw')).toMatchObject({ stderr: expect.stringContaining('Did you mean /review?') });
    expect(server.requests).toHaveLength(0);
    await ask('/etc/hosts says what?');
    await ask(' /reveiw');
    expect(server.requests.map((request) => firstText(request).trim())).toEqual(['/etc/hosts says what?', '/reveiw']);
  });

  it('takes what comes on standard input, and an answer can be asked for by a schema', async () => {
    const { ask, server } = await openAssistant(() => ({ text: '{"n":1}' }), {
      '.claude/commands/count.md': 'Count: $ARGUMENTS',
    });
    const schema = '{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}';
    const { stdout, code } = await ask('/count these', ['--json-schema', schema], 'one\ntwo');
    expect([code, stdout]).toEqual([0, '{"n":1}\n']);
    const told = server.requests.map(firstText)[0];
    expect(told).toContain('Count: these\n\none\ntwo\n');
    expect(told).toMatch(/<\/skill>\n\n.*JSON/s);
  });

  it('is what hooks see as it was typed', async () => {
    const hook = { type: 'command', command: 'cat > seen.json' };
    const { ask, dir } = await openAssistant(
      saying(),
      { '.claude/commands/go.md': 'Continue.' },
      { hooks: { UserPromptSubmit: [{ hooks: [hook] }] } },
    );
    await ask('/go now');
    expect(JSON.parse(await readFile(join(dir, 'seen.json'), 'utf8'))).toMatchObject({ prompt: '/go now', cwd: dir });
  });
});

describe('commands in a skill', () => {
  const body = [
    'Version: !`git --version`',
    "Raw: !`printf %s '$& $1 $ARGUMENTS !\\140x\\140'`",
    'Args: !`printf %s "$ARGUMENTS" > /dev/stdout`',
    'Made: !`touch made.txt`',
    'Failed: !`ls /nowhere-at-all`',
  ].join('\n');

  it('run under the policy, before anything is filled in', async () => {
    const { ask, server, dir } = await openAssistant(
      () => ({ text: 'ok' }),
      { '.claude/commands/see.md': body },
      UNCONFINED,
    );
    await ask('/see $(touch injected.txt); touch injected.txt');
    const told = server.requests.map(firstText)[0] ?? '';
    expect(told).toMatch(/^Version: git version \d/m);
    expect(told).toContain('Raw: $& $1 $ARGUMENTS !\\140x\\140');
    expect(told).toMatch(/^Made: \[Not run: touch made\.txt: terminal exec was not permitted/m);
    expect(told).toMatch(/^Failed: \[ls \/nowhere-at-all ended with \d+\] ls: /m);
    expect(await Promise.all(['made.txt', 'injected.txt'].map((name) => exists(join(dir, name))))).toEqual([
      false,
      false,
    ]);
    await ask('/see $(touch injected.txt); touch injected.txt', ['--permission-mode', 'bypassPermissions']);
    expect(server.requests.map(firstText)[1]).toContain('Args: $(touch injected.txt); touch injected.txt\n');
    expect(await Promise.all(['made.txt', 'injected.txt'].map((name) => exists(join(dir, name))))).toEqual([
      true,
      false,
    ]);
  });

  it('are refused by rules and by hooks as any other', async () => {
    const guard = { type: 'command', command: 'grep -q version && { echo "no versions" >&2; exit 2; } || exit 0' };
    const { ask, server } = await openAssistant(
      saying(),
      { '.claude/commands/see.md': '!`git --version`\n!`echo a`\n!`pwd`' },
      {
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [guard] }] },
        permissions: { deny: ['Bash(echo *)'] },
      },
    );
    await ask('/see');
    const told = server.requests.map(firstText)[0] ?? '';
    expect(told).toContain('[Not run: git --version: Bash was not permitted: no versions]');
    expect(told).toContain('[Not run: echo a: terminal exec was not permitted: the rule Bash(echo *) forbids');
  });

  it('have only so long', async () => {
    const { ask, server } = await open({ '.claude/commands/wait.md': 'Said: !`echo begun; sleep 600`' });
    await ask('/wait', ['--permission-mode', 'bypassPermissions']);
    expect(server.requests.map(firstText)[0]).toContain('Said: begun\n[echo begun; sleep 600 did not end within 10 s]');
  });
});

it('a command in a skill is stopped with the turn', async () => {
  const line = `sleep ${uniqueSeconds()}`;
  const { dir, env, server } = await open({ '.claude/commands/wait.md': `Said: !\`${line}\`` });
  const args = [BINARY, '-p', '/wait', '--permission-mode', 'bypassPermissions', '--output-format', 'json'];
  const child = spawn(process.execPath, args, { cwd: dir, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const printed = child.stdout.setEncoding('utf8').toArray();
  await waitFor(() => processesWith(line).length > 0);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect([code, JSON.parse((await printed).join('')).subtype]).toEqual([130, 'error_interrupted']);
  await waitFor(() => processesWith(line).length === 0);
  expect(server.requests).toHaveLength(0);
});

describe('a skill that runs elsewhere', () => {
  const isMain = (request: ReceivedRequest) => firstText(request) === 'Hello';

  it('as a fork knows all that was said, has the skill as its system prompt, and only its answer comes back', async () => {
    const { ask, server } = await openAssistant(
      ({ body }) => ({
        text: body.system.some(({ text }: { text: string }) => text.includes('Audit')) ? 'Sound.' : 'hi',
      }),
      {
        '.claude/commands/audit.md': skill(
          'context: fork\nmodel: haiku\nallowed-tools: Read',
          'Audit with ${CLAUDE_MODEL}.',
        ),
      },
    );
    await ask('Hello');
    expect(await ask('/audit all', ['-c'])).toMatchObject({ code: 0, stdout: 'Sound.\n' });
    const forked = server.requests[1];
    expect(forked?.body.model).toBe('claude-haiku-4-5');
    expect(toolsIn(forked)).toEqual(['Read']);
    expect(forked?.body.system[0].text).toMatch(/<skill name="audit">\nAudit with claude-haiku-4-5\.[\s\S]*500 words/);
    expect(allText(forked)).toContain('Hello');
    expect(allText(forked)).toContain('ARGUMENTS: all');
    await ask('And?', ['-c']);
    const after = allText(server.requests[2]);
    expect([after.includes('/audit all'), after.includes('Sound.'), after.includes('<skill')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('as an agent knows nothing of it, and is carried out by the agent that it names', async () => {
    const { ask, askJson, server, dir } = await openAssistant(
      (request) => {
        if (isMain(request)) return { text: 'hi' };
        const calls = [
          { name: 'Bash', input: { command: 'touch made.txt' } },
          { name: 'Bash', input: { command: 'ls' } },
        ];
        return request.body.messages.length === 1 ? { calls } : { text: 'Looked.' };
      },
      { '.claude/commands/tour.md': skill('context: agent\nagent: Explore', 'Look around for $ARGUMENTS.') },
      UNCONFINED,
    );
    await ask('Hello');
    const { result } = await askJson('/tour cats', ['-c', '--permission-mode', 'bypassPermissions']);
    expect([result.result, result.subtype]).toEqual(['Looked.', 'error_tool_refused']);
    const asked = server.requests[1];
    expect(asked && firstText(asked)).toContain('Look around for cats.');
    expect(allText(asked)).not.toContain('Hello');
    expect(asked?.body.system[0].text).toMatch(/^You find things in a project/);
    expect(allText(server.requests[2])).toContain('it does more than read, and the agent explore only reads');
    expect(await exists(join(dir, 'made.txt'))).toBe(false);
  });

  it('is stopped by the limits of the conversation', async () => {
    const read = { calls: [{ name: 'Read', input: { path: 'a.txt' } }] };
    const { askJson, server } = await openAssistant(() => read, {
      '.claude/commands/tour.md': skill('context: agent', 'Look around.'),
      'a.txt': 'a',
    });
    const { result, code } = await askJson('/tour', ['--max-turns', '2']);
    expect([result.subtype, code]).toEqual(['error_max_turns', 1]);
    expect(server.requests).toHaveLength(2);
  });
});

describe('a skill that the model takes up', () => {
  const use = (name: string, args?: string) => ({
    calls: [{ name: 'Skill', input: { name, ...(args === undefined ? {} : { arguments: args }) } }],
  });

  it('is offered where it may be, and restricts the rest of the turn', async () => {
    const { ask, server } = await openAssistant(
      ({ body }) => (body.messages.length === 1 ? use('bake', 'bread') : { text: 'ok' }),
      {
        '.claude/skills/bake/SKILL.md': skill(
          'description: Bakes\nallowed-tools: Read\nmodel: haiku',
          'Bake $ARGUMENTS.',
        ),
        '.claude/skills/off/SKILL.md': skill('description: Off\ndisable-model-invocation: true', 'Off.'),
        '.claude/skills/auto/SKILL.md': skill('description: Auto\ninvocation: auto-invoke', 'Auto.'),
        '.claude/skills/only/SKILL.md': skill('description: Only\ninvocation: model-only', 'Only.'),
        '.claude/commands/plain.md': 'Nobody says what this is for.',
      },
    );
    await ask('Go');
    const [first, second] = server.requests;
    const tool = first?.body.tools.find(({ name }: { name: string }) => name === 'Skill');
    expect(tool.input_schema.properties.name.enum).toEqual(['auto', 'bake', 'only']);
    expect(allText(second)).toContain('<skill name=\\"bake\\">\\nBake bread.');
    expect([toolsIn(second), second?.body.model]).toEqual([['Read'], 'claude-haiku-4-5']);
  });

  it.each(['agent', 'fork'])('can be one that runs elsewhere: %s', async (context) => {
    const { ask, server } = await openAssistant(
      (request) =>
        !JSON.stringify(request.body).includes('You work in a separate conversation')
          ? request.body.messages.length === 1
            ? use('tour')
            : { text: 'done' }
          : { text: 'There are cats.' },
      { '.claude/skills/tour/SKILL.md': skill(`description: Tours\ncontext: ${context}`, 'Look around.') },
    );
    expect(await ask('Go')).toMatchObject({ code: 0, stdout: 'done\n' });
    expect(server.requests).toHaveLength(3);
    expect(allText(server.requests[2])).toContain('There are cats.');
  });
});
