import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReceivedRequest } from '../packages/assistant/src/testing/model-server.ts';
import { openAssistant } from './kit/assistant.ts';

const SCOUT = '---\nname: scout\ndescription: Looks around\ntools: Read, Glob\nmodel: haiku\n---\nYou are a scout.';
const isMain = ({ body }: ReceivedRequest) => body.messages[0].content[0].text === 'Go';
const ask = { calls: [{ name: 'Agent', input: { prompt: 'Look', agent: 'scout' } }] };
const read = { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] };

describe('subagents in print mode', () => {
  it('come from files, work for real, and are told of with the call that began them', async () => {
    const {
      ask: run,
      server,
      helve,
    } = await openAssistant(
      (request) => {
        const first = request.body.messages.length === 1;
        if (isMain(request)) return first ? ask : { text: 'It says alpha.' };
        return first ? read : { text: 'alpha' };
      },
      { '.claude/agents/scout.md': SCOUT, 'a.txt': 'alpha' },
    );
    const { stdout, code } = await run('Go', ['--output-format', 'stream-json']);
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const parents = lines.map(({ type, parent_tool_use_id: parent }) => [type, parent]);
    expect(parents).toEqual([
      ['system', undefined],
      ['assistant', undefined],
      ['assistant', 'call_1_0'],
      ['user', 'call_1_0'],
      ['assistant', 'call_1_0'],
      ['user', undefined],
      ['assistant', undefined],
      ['result', undefined],
    ]);
    expect(server.requests.map(({ body }) => [body.model, body.tools.length])).toEqual([
      ['claude-sonnet-5-5', 8],
      ['claude-haiku-4-5', 2],
      ['claude-haiku-4-5', 2],
      ['claude-sonnet-5-5', 8],
    ]);
    const list = JSON.parse((await helve(['session', 'list', '--agents'])).stdout).data;
    expect(list.sessions.map(({ title }: { title: string }) => title).sort()).toEqual(['Go', 'Look']);
    expect(JSON.parse((await helve(['session', 'list'])).stdout).data.total).toBe(1);
  });

  it.each([
    ['--max-turns', '3', 'error_max_turns'],
    ['--max-cost', '0.0000001', 'error_max_cost'],
  ])('%s %s holds for them too', async (flag, value, subtype) => {
    const { askJson, server } = await openAssistant((request) => (isMain(request) ? ask : read), {
      '.helve/agents/scout.md': SCOUT,
      'a.txt': 'alpha',
    });
    const { result, code } = await askJson('Go', [flag, value]);
    expect([result.subtype, code]).toEqual([subtype, 1]);
    expect(server.requests.length).toBeLessThanOrEqual(3);
  });
});

describe('a definition of an agent', () => {
  /** What the calls of the subagent came to, in the order in which they were made. */
  async function doing(
    head: string,
    calls: readonly { readonly name: string; readonly input: object }[],
    flags: readonly string[] = [],
    agent = 'worker',
  ) {
    const begin = { calls: [{ name: 'Agent', input: { prompt: 'Work', agent } }] };
    const sandbox = await openAssistant(
      (request) => {
        const first = request.body.messages.length === 1;
        if (isMain(request)) return first ? begin : { text: 'Done.' };
        return first ? { calls: [...calls] } : { text: 'Worked.' };
      },
      { '.helve/agents/worker.md': `---\n${head}\n---\nYou work.`, 'a.txt': 'alpha' },
    );
    await sandbox.ask('Go', ['--permission-mode', 'bypassPermissions', ...flags]);
    const asked = sandbox.server.requests.filter((request) => !isMain(request));
    const results: readonly { is_error?: boolean; content: readonly { text: string }[] }[] =
      asked[1]?.body.messages.at(-1).content ?? [];
    return {
      ...sandbox,
      tools: asked[0]?.body.tools.map(({ name }: { name: string }) => name) as readonly string[],
      refused: results.map(({ is_error: failed = false }) => failed),
      asked,
    };
  }

  const bash = (command: string) => ({ name: 'Bash', input: { command } });
  const touch = bash('touch made.txt');

  it('takes tools away, also from the shell', async () => {
    const { tools, refused, dir } = await doing('disallowedTools: Write, Edit, Bash(rm *)', [
      bash('echo a > made.txt'),
      bash('helve fs write --path made.txt --content a'),
      bash('rm a.txt'),
      bash('echo a'),
    ]);
    expect(tools).toEqual(expect.arrayContaining(['Read', 'Bash']));
    expect(tools.filter((name) => ['Write', 'Edit', 'Agent'].includes(name))).toEqual([]);
    expect(refused).toEqual([true, true, true, false]);
    expect(await readdir(dir)).not.toContain('made.txt');
  });

  it('allows tools, or what some of them may do', async () => {
    const { tools, refused } = await doing('tools:\n  - Read\n  - "Bash(echo *)"', [bash('echo a'), touch]);
    expect([tools, refused]).toEqual([
      ['Read', 'Bash'],
      [false, true],
    ]);
  });

  it('says how often it may ask its model', async () => {
    const { asked, server } = await doing('maxTurns: 1', [{ name: 'Read', input: { path: 'a.txt' } }]);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('reached its turn limit');
  });

  it.each([
    ['explore', ''],
    ['Plan', ''],
    ['worker', 'permissionMode: plan'],
  ])('that only reads changes nothing by any means: %s', async (agent, head) => {
    const { refused, dir } = await doing(
      head,
      [
        touch,
        bash('git init there'),
        bash('helve fs write --path made.txt --content x'),
        bash('ls'),
        bash('cat a.txt'),
      ],
      [],
      agent,
    );
    expect(refused).toEqual([true, true, true, false, false]);
    expect((await readdir(dir)).filter((name) => !name.startsWith('.'))).toEqual(['a.txt']);
  });

  it('takes the place of one that is built in', async () => {
    const { asked, refused } = await doing('name: explore', [touch], [], 'explore');
    expect(asked[0]?.body.system[0].text).toMatch(/^You work\.\n/);
    expect(refused).toEqual([false]);
  });

  it('is not needed for the general one', async () => {
    const { asked } = await doing('', [touch], [], 'general-purpose');
    expect(asked[0]?.body.system[0].text).toMatch(/^You complete a task on your own/);
  });
});

it('a subagent fires SubagentStop, and none of the events of a conversation', async () => {
  const note = (event: string) => [{ hooks: [{ type: 'command', command: `echo ${event} >> fired.txt` }] }];
  const events = ['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'SessionEnd'];
  const { ask: run, dir } = await openAssistant(
    (request) => (isMain(request) && request.body.messages.length === 1 ? ask : { text: 'ok' }),
    { '.claude/agents/scout.md': SCOUT },
    { hooks: Object.fromEntries(events.map((event) => [event, note(event)])) },
  );
  await run('Go');
  expect((await readFile(join(dir, 'fired.txt'), 'utf8')).trimEnd().split('\n')).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'SubagentStop',
    'Stop',
    'SessionEnd',
  ]);
});

describe('skills', () => {
  const skill = (name: string, more = '') =>
    `---\nname: ${name}\ndescription: How to ${name}\n${more}---\nSteps of ${name}.`;

  it('are listed in a few words, and read when they are used', async () => {
    const { ask: run, server } = await openAssistant(
      ({ body }) =>
        body.messages.length === 1 ? { calls: [{ name: 'Skill', input: { name: 'bake' } }] } : { text: 'ok' },
      {
        '.agents/skills/bake/SKILL.md': skill('bake'),
        '.claude/skills/fry/SKILL.md': skill('fry'),
        '.claude/skills/mine/SKILL.md': skill('mine', 'invocation: user\n'),
      },
    );
    await run('Go');
    const tools: readonly { name: string; description: string }[] = server.requests[0]?.body.tools;
    expect(tools.find(({ name }) => name === 'Skill')?.description).toMatch(
      /\n- bake: How to bake\n- fry: How to fry$/,
    );
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('Steps of');
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Steps of bake.');
  });
});
