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
