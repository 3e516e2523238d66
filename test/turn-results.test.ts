import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReceivedRequest } from '../packages/assistant/src/testing/model-server.ts';
import type { ScriptedCall, ScriptedReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { openAssistant } from './kit/assistant.ts';

const FREE = ['--permission-mode', 'bypassPermissions'];
const isMain = ({ body }: ReceivedRequest) => body.messages[0].content[0].text.startsWith('Go');
const isFirst = ({ body }: ReceivedRequest) => body.messages.at(-1).content[0].type === 'text';
const agent = (input: object): ScriptedReply => ({ calls: [{ name: 'Agent', input }] });

/** A model that gives its task to a subagent, which makes these calls. */
function delegating(calls: readonly ScriptedCall[], input: object = { prompt: 'Work' }) {
  return (request: ReceivedRequest): ScriptedReply => {
    if (isMain(request)) return isFirst(request) ? agent(input) : { text: 'Done.' };
    return isFirst(request) && calls.length > 0 ? { calls } : { text: 'Worked.' };
  };
}

describe('rewinding', () => {
  const write = { name: 'Write', input: { file_path: 'a.txt', content: 'two' } };
  const shell = { name: 'Bash', input: { command: 'echo three > b.txt' } };

  it('restores files that a subagent changed', async () => {
    const { ask, helve, dir } = await openAssistant(delegating([write, shell]), { 'a.txt': 'one' });
    await ask('Go', FREE);
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('two');
    const { stdout } = await helve(['session', 'rewind', '--to', '1']);
    expect(JSON.parse(stdout).data.files).toEqual([
      { path: 'a.txt', action: 'change' },
      { path: 'b.txt', action: 'delete' },
    ]);
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('one');
    await helve(['session', 'rewind', '--undo']);
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('two');
  });

  it('restores files that a skill with its own conversation changed', async () => {
    const { ask, helve, dir } = await openAssistant([{ calls: [write] }, { text: 'Done.' }], {
      '.claude/skills/change/SKILL.md': '---\ndescription: Changes\ncontext: agent\n---\nChange a.txt.',
      'a.txt': 'one',
    });
    await ask('/change', FREE);
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('two');
    await helve(['session', 'rewind', '--to', '1']);
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('one');
  });
});

describe('a defined agent', () => {
  it('is told the working directory, the instructions and the language', async () => {
    const { ask, server, dir } = await openAssistant(delegating([], { prompt: 'Work', agent: 'worker' }), {
      '.claude/agents/worker.md': '---\nname: worker\n---\nYou are a worker.',
      'AGENTS.md': 'Use tabs.',
    });
    await ask('Go', ['--language', 'ko']);
    const [, asked] = server.requests;
    const system: string = asked?.body.system[0].text;
    expect(system.startsWith('You are a worker.')).toBe(true);
    expect(system).not.toContain('You are helve');
    for (const part of ['Use tabs.', 'Always respond in Korean.', `Working directory: ${dir}`])
      expect(system).toContain(part);
  });
});

describe('the result of a turn', () => {
  const SCHEMA = JSON.stringify({ type: 'object', required: ['n'], properties: { n: { type: 'number' } } });

  it('is only the JSON where a schema is given', async () => {
    const { ask } = await openAssistant([{ text: 'Here you are:\n```json\n{"n": 1}\n```\nAnything else?' }]);
    expect(await ask('Count', ['--json-schema', SCHEMA])).toEqual({ code: 0, stdout: '{"n":1}\n', stderr: '' });
  });

  it('counts the tokens of both answers where the first did not fit the schema', async () => {
    const { askJson } = await openAssistant([{ text: 'none' }, { text: '{"n":1}' }]);
    const { result } = await askJson('Count', ['--json-schema', SCHEMA]);
    expect(result).toMatchObject({ num_turns: 2, usage: { input_tokens: 200, output_tokens: 20 } });
  });

  it('counts the tokens of subagents, as the cost does', async () => {
    const { askJson } = await openAssistant(delegating([]));
    const { result } = await askJson('Go');
    expect(result.usage).toMatchObject({ input_tokens: 300, output_tokens: 30 });
    expect(result.total_cost_usd).toBeCloseTo((300 * 2 + 30 * 10) / 1e6);
  });

  it('is a refusal where a call of a subagent was refused', async () => {
    const { askJson } = await openAssistant(delegating([{ name: 'Write', input: { file_path: 'x', content: 'x' } }]));
    const { result, code } = await askJson('Go');
    expect([result.subtype, code]).toEqual(['error_tool_refused', 1]);
    expect(result.permission_denials).toMatchObject([{ tool_name: 'Write' }]);
  });

  it('names a prompt that a hook refused', async () => {
    const hook = { hooks: [{ type: 'command', command: 'echo not now >&2; exit 2' }] };
    const { askJson, server } = await openAssistant([], {}, { hooks: { UserPromptSubmit: [hook] } });
    const { result, code } = await askJson('Hi');
    expect([result.subtype, code, server.requests.length]).toEqual(['error_prompt_refused', 1, 0]);
    expect(result.error).toMatchObject({ message: 'The prompt was refused: not now' });
  });

  it("has Claude Code's reasons for stopping in the stream", async () => {
    const script: ScriptedReply[] = [
      { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
      { text: 'one', stop: 'maxOutput' },
      { text: 'two' },
    ];
    const { ask } = await openAssistant(script, { 'a.txt': 'a' });
    const { stdout } = await ask('Go', ['--output-format', 'stream-json']);
    const lines = stdout.trimEnd().split('\n');
    const stops = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'assistant');
    expect(stops.map(({ message }) => message.stop_reason)).toEqual(['tool_use', 'max_tokens', 'end_turn']);
  });
});

describe('the length of an answer', () => {
  const refusing = (message: string) => {
    const refusal: ScriptedReply = { status: 400, error: { type: 'invalid_request_error', message } };
    return (_: ReceivedRequest, index: number): ScriptedReply => (index === 0 ? refusal : { text: 'ok' });
  };

  it.each([
    ['max_tokens: 128000 > 64000, which is the maximum allowed number of output tokens for x', 64_000, 64_000],
    ['input length and `max_tokens` exceed context limit: 990000 + 128000 > 1000000', 10_000, 128_000],
    ['max_tokens is too large: 128000. This model supports at most 16384 completion tokens', 16_384, 16_384],
  ])('is reduced when the provider says: %s', async (message, next, later) => {
    const { helve, server } = await openAssistant(refusing(message));
    const lines = ['Hi', 'Again'].map((content) => JSON.stringify({ type: 'user', message: { content } }));
    const { code } = await helve(['-p', '--input-format', 'stream-json'], lines.join('\n'));
    expect(code).toBe(0);
    expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([128_000, next, later]);
  });

  it('is at most what is left of the window', async () => {
    const settings = { models: { 'claude-sonnet-5-5': { window: 20_000, maxOutput: 16_000 } }, compactAt: false };
    const { ask, server } = await openAssistant([{ text: 'ok' }], {}, settings);
    await ask(`Go ${'word '.repeat(8_000)}`);
    const asked: number = server.requests[0]?.body.max_tokens;
    expect(asked).toBeLessThan(10_000);
    expect(asked).toBeGreaterThan(1_000);
  });
});
