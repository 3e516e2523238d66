import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AssistantSandbox, openAssistant, UNCONFINED } from './kit/assistant.ts';
import { systemOf } from './kit/asked.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });
const ok = () => ({ text: 'ok' });

/** What the user said first in each request. */
function prompts({ server }: AssistantSandbox): readonly string[] {
  return server.requests.map(({ body }) => body.messages.at(-1).content[0].text);
}

const message = (content: string) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;

describe('the command line', () => {
  it('may have its flags before and behind the prompt, of one word or several, and with =', async () => {
    const sandbox = await openAssistant(ok);
    for (const args of [
      ['--print', 'Hi', 'there'],
      ['--model', 'haiku', '-p', 'Hi there'],
      ['-p', 'Hi', '--model=haiku', 'there'],
      ['-p', '--model', 'haiku', '--', 'Hi', 'there'],
    ]) {
      expect(await sandbox.helve(args)).toEqual({ code: 0, stdout: 'ok\n', stderr: '' });
    }
    await sandbox.helve(['-p', '--', '--model', 'is a flag']);
    expect(prompts(sandbox)).toEqual([...Array<string>(4).fill('Hi there'), '--model is a flag']);
    expect(sandbox.server.requests.map(({ body }) => body.model.includes('haiku'))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it.each([
    [['--modle', 'x'], 'Corrected: helve -p Hi --model x'],
    [['--model'], '--model needs a value'],
    [['--effort', 'huge'], '--effort must be one of off, low, medium, high, max, not "huge"'],
    [['--language', 'xx'], '--language must be one of en, ko, ja, zh, not "xx"'],
    [['--output-format', 'xml'], '--output-format must be one of text, json, stream-json, not "xml"'],
    [['--input-format', 'xml'], '--input-format must be one of text, stream-json, not "xml"'],
    [
      ['--permission-mode', 'yolo'],
      '--permission-mode must be one of plan, default, acceptEdits, bypassPermissions, not "yolo"',
    ],
    [['--max-turns', '1.5'], '--max-turns must be a whole number'],
    [['--max-cost', '-1'], '--max-cost must be at least 0'],
    [['--json'], '-p has no flag --json'],
    [['--verbose'], '-p has no flag --verbose'],
    [['--no-fork'], '-p has no flag --no-fork'],
    [['--no-continue'], '-p has no flag --no-continue'],
    [['--allowed-tools', 'Bash('], 'cannot be read'],
    [['--json-schema', '{"type":7}'], 'schema'],
    [['--json-schema', '@none.json'], 'none.json'],
    [['--cwd', 'nowhere'], '--cwd nowhere is not a folder'],
  ])('%j is refused before anything is asked', async (flags, says) => {
    const { ask, server, conversations } = await openAssistant(ok);
    expect(await ask('Hi', flags)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) });
    expect([server.requests, await conversations()]).toEqual([[], []]);
  });

  it('without a prompt is told so', async () => {
    const { helve } = await openAssistant(ok);
    expect(await helve(['-p'])).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no prompt') });
  });

  it('asks for its version and nothing else', async () => {
    const { helve, server } = await openAssistant(ok);
    const { version } = JSON.parse(await readFile('packages/helve/package.json', 'utf8'));
    expect(await helve(['-p', '--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(server.requests).toEqual([]);
  });
});

it.each([
  ['off', { type: 'disabled' }, undefined],
  ['low', { type: 'adaptive' }, { effort: 'low' }],
  ['medium', { type: 'adaptive' }, { effort: 'medium' }],
  ['high', { type: 'adaptive' }, { effort: 'high' }],
  ['max', { type: 'adaptive' }, { effort: 'max' }],
])('--effort %s reaches the model', async (effort, thinking, output_config) => {
  const { ask, server } = await openAssistant(ok);
  await ask('Hi', ['--effort', effort]);
  expect([server.requests[0]?.body.thinking, server.requests[0]?.body.output_config]).toEqual([
    thinking,
    output_config,
  ]);
});

it('--cwd is the folder that is worked in, whose files, settings and conversations count', async () => {
  const { ask, server, dir, helve } = await openAssistant([bash('pwd'), { text: 'ok' }, { text: 'again' }], {
    'sub/AGENTS.md': 'Whisper.',
    'sub/.helve/settings.json': '{"language":"ja"}',
  });
  await ask('Where?', ['--cwd', 'sub']);
  expect(await systemOf(server, 0)).toMatch(/Japanese.*Whisper\..*Working directory: .*\/sub\\n/);
  expect(server.requests[1]?.body.messages.at(-1).content[0].content[0].text.trim()).toBe(join(dir, 'sub'));
  expect((await ask('And here?', ['-c'])).stderr).toContain('There is no conversation in this folder yet');
  await ask('And there?', ['-c', '--cwd', 'sub']);
  expect(server.requests[2]?.body.messages).toHaveLength(5);
  expect(JSON.parse((await helve(['session', 'list', '--cwd', 'sub'])).stdout).data.total).toBe(1);
});

it('--home is the state folder, whose settings hold and that keeps the conversation', async () => {
  const { ask, server, dir, conversations } = await openAssistant(ok, {}, { language: 'ko' });
  await mkdir(join(dir, 'other'));
  await writeFile(join(dir, 'other/settings.json'), '{"language":"zh"}');
  await ask('Hi', ['--home', 'other']);
  expect(await systemOf(server, 0)).toContain('Chinese');
  expect([await readdir(join(dir, 'other/projects')), await conversations()]).toEqual([[expect.any(String)], []]);
});

it('--reset --home resets the settings of that state folder only', async () => {
  const { helve, dir, home } = await openAssistant(ok, {}, { language: 'ko' });
  await mkdir(join(dir, 'other'));
  await writeFile(join(dir, 'other/settings.json'), '{"language":"zh"}');
  expect(await helve(['--reset', '--home', 'other'])).toMatchObject({ code: 0 });
  expect(await readdir(join(dir, 'other'))).not.toContain('settings.json');
  expect(await readdir(home)).toContain('settings.json');
});

it('--continue and --resume are -c and -r, and the beginning of an id is enough', async () => {
  const { askJson, server } = await openAssistant(ok);
  const { result } = await askJson('one');
  await askJson('two', ['--continue']);
  await askJson('three', ['--resume', result.session_id.slice(0, 12)]);
  const { result: fourth } = await askJson('four', [`--resume=${result.session_id}`]);
  expect(fourth.session_id).toBe(result.session_id);
  expect(server.requests.map(({ body }) => body.messages.length)).toEqual([1, 3, 5, 7]);
});

it('--allowed-tools, also written --allowedTools, may be repeated, and a comma in brackets belongs to the rule', async () => {
  const script = [bash('touch a'), bash('touch b,c'), bash('mkdir d'), bash('rm a'), { text: 'ok' }];
  const { askJson, dir } = await openAssistant(script, {}, UNCONFINED);
  const flags = ['--allowed-tools', 'Bash(touch a),Bash(touch b,c)', '--allowedTools', 'Bash(mkdir *)'];
  const { result } = await askJson('Go', flags);
  expect((result.permission_denials as unknown[]).length).toBe(1);
  expect((await readdir(dir)).sort()).toEqual(['a', 'b,c', 'd']);
});

describe('messages on standard input', () => {
  const flags = ['-p', '--input-format', 'stream-json'];

  it('follow the prompt of the command line, and empty lines are passed over', async () => {
    const sandbox = await openAssistant(ok);
    await sandbox.helve([...flags, 'zero'], `\n${message('one')}\n${message('two')}`);
    expect(prompts(sandbox)).toEqual(['zero', 'one', 'two']);
  });

  it.each(['hello', '{"type":"user"}', '{"type":"other","message":{"content":"x"}}', '[]'])(
    'that are none end it, with what was said before: %s',
    async (line) => {
      const { helve } = await openAssistant(ok);
      expect(await helve(flags, `${message('one')}${line}\n${message('two')}`)).toMatchObject({
        code: 2,
        stdout: 'ok\n',
        stderr: expect.stringContaining(`This is not a message: ${line}`),
      });
    },
  );

  it('share what may be spent, and each may ask as often as --max-turns says', async () => {
    const expensive = { text: 'ok', usage: { input: 1_000_000 } };
    const spending = await openAssistant(() => expensive);
    const cost = [...flags, '--output-format', 'stream-json', '--max-cost', '1'];
    const subtypes = ({ stdout }: { stdout: string }) => stdout.match(/(?<="type":"result","subtype":")\w+/g);
    const both = message('one') + message('two');
    expect(subtypes(await spending.helve(cost, both))).toEqual(['success', 'error_max_cost']);
    expect(spending.server.requests).toHaveLength(1);
    const turning = await openAssistant(() => bash('true'));
    const turns = [...flags, '--output-format', 'stream-json', '--max-turns', '2', '--allowed-tools', 'Bash'];
    expect(subtypes(await turning.helve(turns, both))).toEqual(['error_max_turns', 'error_max_turns']);
    expect(turning.server.requests).toHaveLength(4);
  });
});

it('--max-turns holds for the repair of an answer too', async () => {
  const flags = ['--json-schema', '{"type":"object"}', '--max-turns'];
  for (const [turns, requests] of [
    ['1', 1],
    ['2', 2],
  ] as const) {
    const { askJson, server } = await openAssistant(() => ({ text: 'no' }));
    expect((await askJson('Go', [...flags, turns])).result.subtype).toBe('error_invalid_answer');
    expect(server.requests).toHaveLength(requests);
  }
});

it('--max-cost holds after a summary that took all of it', async () => {
  const isSummary = (text: string) => text.includes('The window is filling up');
  const { askJson, server } = await openAssistant(
    ({ text }) =>
      isSummary(text)
        ? { text: '## Goal', usage: { input: 1_000_000 } }
        : { text: 'x'.repeat(8_000), usage: { input: 17_000 } },
    {},
    { models: { 'claude-sonnet-5-5': { window: 20_000 } } },
  );
  await askJson('One');
  const { result } = await askJson('Two', ['-c', '--max-cost', '1']);
  expect([result.subtype, server.requests.length]).toEqual(['error_max_cost', 2]);
});

describe('what went wrong', () => {
  it.each<[string, Parameters<typeof openAssistant>[0], readonly string[], string]>([
    ['error_tool_refused', [bash('touch a'), { text: 'ok' }], ['--sandbox', 'off'], 'nobody can be asked'],
    ['error_provider', [{ status: 400 }], [], 'scripted'],
    ['error_refusal', [{ text: 'No.', stop: 'refusal' }], [], 'The model refused'],
    ['error_max_turns', () => bash('true'), ['--max-turns', '1'], 'Turn limit reached'],
    ['error_max_cost', () => bash('true'), ['--max-cost', '0'], 'Spending limit reached'],
    ['error_invalid_answer', () => ({ text: 'x' }), ['--json-schema', '{"type":"object"}'], 'not JSON'],
  ])(
    '%s is told on standard error as text, and as the last line of stream-json',
    async (subtype, script, flags, says) => {
      const asText = await (await openAssistant(script)).ask('Go', flags);
      expect([asText.code, asText.stderr]).toEqual([1, expect.stringMatching(new RegExp(`^error: .*${says}`, 's'))]);
      const streamed = await (await openAssistant(script)).ask('Go', ['--output-format', 'stream-json', ...flags]);
      const last = JSON.parse(streamed.stdout.trimEnd().split('\n').at(-1) ?? '');
      expect([streamed.code, last]).toEqual([1, expect.objectContaining({ type: 'result', subtype, is_error: true })]);
    },
  );

  it('with flags is told as JSON where that was asked for', async () => {
    const { ask } = await openAssistant(ok);
    for (const format of ['json', 'stream-json']) {
      const { code, stdout } = await ask('Go', ['--output-format', format, '--max-turns', 'x']);
      expect([code, JSON.parse(stdout)]).toMatchObject([
        2,
        { subtype: 'error_usage', error: { code: 'INVALID_INPUT' } },
      ]);
    }
  });
});
