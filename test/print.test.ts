import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TEST_KEY } from '../packages/assistant/src/testing/model-server.ts';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import { openAssistant, UNCONFINED } from './kit/assistant.ts';
import { processesWith, uniqueSeconds, waitFor } from '../packages/processes/src/testing/processes.ts';
import { BINARY } from './kit/helve.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

interface Line {
  readonly type: string;
  readonly subtype?: string;
  readonly [field: string]: unknown;
}

function lines(stdout: string): readonly Line[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('helve -p', () => {
  it('prints the answer and nothing else', async () => {
    const { ask } = await openAssistant([{ text: 'Hello there.' }]);
    expect(await ask('Hi')).toEqual({ code: 0, stdout: 'Hello there.\n', stderr: '' });
  });

  it('tells the model of plan mode, and of no other', async () => {
    const { ask, server } = await openAssistant(() => ({ text: 'ok' }));
    await ask('Hi', ['--permission-mode', 'plan']);
    await ask('Hi', ['--permission-mode', 'acceptEdits']);
    expect(server.requests.map(({ text }) => text.includes('Plan mode'))).toEqual([true, false]);
  });

  it('offers commands of the modules that the settings name as tools, and runs them', async () => {
    const script = [{ calls: [{ name: 'TaskList', input: { status: 'open' } }] }, { text: 'ok' }];
    const { ask, server } = await openAssistant(script, {}, { offerTools: ['task'] });
    await ask('What is to be done?');
    const names = server.requests[0]?.body.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Read', 'TaskCreate', 'TaskList']));
    expect(JSON.stringify(server.requests[1]?.body.messages.at(-1))).toContain('There are no tasks.');
    const all = await openAssistant([{ text: 'ok' }], {}, { offerTools: ['all'] });
    await all.ask('Hi');
    const offered: readonly { name: string }[] = all.server.requests[0]?.body.tools;
    expect(offered.map(({ name }) => name)).toEqual(expect.arrayContaining(['GitStatus', 'CliSession', 'ThreadStart']));
    const wrong = await openAssistant([], {}, { offerTools: ['gti'] });
    expect((await wrong.ask('Hi')).stderr).toContain('Did you mean git?');
  });

  it('sends a first request of at most 5,500 bytes, with everything in it', async () => {
    const { ask, server } = await openAssistant([{ text: 'ok' }]);
    await ask('Say hello');
    const [request] = server.requests;
    const head = Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    const bytes = Buffer.byteLength(request?.text ?? '') + Buffer.byteLength(head.join(''));
    expect(bytes).toBeLessThanOrEqual(5_500);
    expect(request?.body.tools.map(({ name }: { name: string }) => name)).toEqual([
      'Read',
      'Write',
      'Edit',
      'Glob',
      'Grep',
      'Bash',
      'Todo',
      'Agent',
    ]);
  });

  it('adds standard input to the prompt', async () => {
    const { ask, helve, server } = await openAssistant(() => ({ text: 'ok' }));
    await ask('Explain this', [], 'some input\n');
    await helve(['-p'], 'only input');
    const said = server.requests.map(({ body }) => body.messages[0].content[0].text);
    expect(said).toEqual(['Explain this\n\nsome input\n', 'only input']);
  });

  it('does not wait for a standard input that nobody closes', async () => {
    const { env, dir } = await openAssistant([{ text: 'Hello.' }]);
    const child = spawn(process.execPath, [BINARY, '-p', 'Hi'], { cwd: dir, env, stdio: 'pipe' });
    const [said, warned] = [child.stdout.setEncoding('utf8').toArray(), child.stderr.setEncoding('utf8').toArray()];
    expect((await once(child, 'exit'))[0]).toBe(0);
    expect([(await said).join(''), (await warned).join('')]).toEqual([
      'Hello.\n',
      'warning: nothing came on standard input; going on without it\n',
    ]);
  });

  it('hands a command that takes long over to a session', async () => {
    const input = { command: 'echo ready; sleep 1000', timeout: 1, background: true };
    const { ask, server, home, helve } = await openAssistant([{ calls: [{ name: 'Bash', input }] }, { text: 'ok' }]);
    onTestFinished(() => stopService(home));
    await ask('Serve', ['--permission-mode', 'bypassPermissions']);
    const [result] = server.requests[1]?.body.messages.at(-1).content ?? [];
    expect(result.is_error).toBeUndefined();
    const { stdout } = await helve(['terminal', 'session', 'list']);
    expect(stdout).toContain('sleep 1000');
  });

  it('uses each of the core tools for real', async () => {
    const calls = [
      { name: 'Write', input: { file_path: 'new.txt', content: 'one\ntwo\n' } },
      { name: 'Read', input: { file_path: 'new.txt' } },
      { name: 'Edit', input: { file_path: 'new.txt', old_string: 'two', new_string: '2' } },
      { name: 'Glob', input: { pattern: '*.txt' } },
      { name: 'Grep', input: { pattern: '^2$', output_mode: 'files' } },
      { name: 'Bash', input: { command: 'cat new.txt | wc -l' } },
    ];
    const { ask, server, dir } = await openAssistant([{ calls }, { text: 'Done.' }]);
    expect(await ask('Go', ['--permission-mode', 'bypassPermissions'])).toMatchObject({ code: 0, stdout: 'Done.\n' });
    expect(await readFile(join(dir, 'new.txt'), 'utf8')).toBe('one\n2\n');
    const results: readonly { content: { text: string }[]; is_error?: boolean }[] =
      server.requests[1]?.body.messages.at(-1).content;
    expect(results.map(({ is_error: failed }) => failed)).toEqual(calls.map(() => undefined));
    expect(results.map(({ content }) => content[0]?.text.split('\n')[0])).toEqual([
      expect.stringContaining('Created new.txt'),
      expect.stringContaining('one'),
      expect.stringContaining('Edited new.txt'),
      'new.txt',
      'new.txt',
      '2',
    ]);
  });

  it('cuts a long result in the middle, says where the rest is, and the rest is there', async () => {
    const { ask, server } = await openAssistant(
      [{ calls: [{ name: 'Read', input: { file_path: 'big.txt' } }] }, { text: 'ok' }],
      {
        'big.txt': `${Array.from({ length: 9000 }, (_, index) => `line ${index}`).join('\n')}\n`,
      },
    );
    await ask('Read');
    const text: string = server.requests[1]?.body.messages.at(-1).content[0].content[0].text;
    expect(text.length).toBeLessThan(31_000);
    expect(text).toContain('line 0\n');
    const spill = /All of it: (\S+)\. Read on/.exec(text)?.[1] ?? '';
    expect(await readFile(spill, 'utf8')).toContain('line 5000');
  });
});

it('the shell function leaves print mode to a process of its own', async () => {
  const { run, home, helve } = await openAssistant([{ text: 'Hello.' }]);
  onTestFinished(() => stopService(home));
  await helve(['service', 'start', '--port', '0']);
  expect((await run('bash', ['-c', 'eval "$(command helve shell-init bash)"; helve -p Hi'])).stdout).toBe('Hello.\n');
});

describe('a process that is killed', () => {
  it.each([
    ['while the model speaks', { text: 'Half of it', hold: new Promise(() => {}) }, 1],
    ['while a tool runs', bash('echo $$ > pid; exec sleep 1000'), 3],
  ])('%s loses nothing that was said before, and the conversation can go on', async (_, reply, kept) => {
    const { server, env, dir, ask, conversations } = await openAssistant([reply, { text: 'Where were we?' }]);
    const args = [BINARY, '-p', 'Begin', '--permission-mode', 'bypassPermissions'];
    const child = spawn(process.execPath, args, { cwd: dir, env, stdio: 'ignore' });
    await server.received(1);
    await eventually(async () => ((await conversations())[0]?.length ?? 0) >= kept || undefined);
    const pid =
      kept === 1 ? 0 : await eventually(async () => Number(await readFile(join(dir, 'pid'), 'utf8')) || undefined);
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL');
    expect(await ask('Go on', ['-c'])).toMatchObject({ code: 0, stdout: 'Where were we?\n' });
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('Begin');
  });
});

describe('a helve line in Bash', () => {
  it('runs in-process', async () => {
    const { ask, server, env } = await openAssistant([bash('helve fs read --path a.txt'), { text: 'ok' }], {
      'a.txt': 'A',
    });
    // Were it to go to a shell, there would be none.
    env.SHELL = '/nonexistent';
    await ask('Read');
    expect(server.requests[1]?.body.messages.at(-1).content[0].content[0].text).toBe('A');
  });

  it('is under the same policy as any other call', async () => {
    const { ask, server, dir } = await openAssistant([
      bash('helve fs write --path a.txt --content x'),
      { text: 'Pity.' },
    ]);
    expect((await ask('Write')).code).toBe(1);
    expect(server.requests[1]?.body.messages.at(-1).content[0].content[0].text).toContain('PERMISSION_DENIED');
    await expect(readFile(join(dir, 'a.txt'))).rejects.toThrow('ENOENT');
  });
});

describe('the end of a turn for scripts', () => {
  it('success', async () => {
    const { askJson } = await openAssistant([{ text: 'Hello.', usage: { input: 1000, output: 100, cacheRead: 10 } }]);
    const { code, result } = await askJson('Hi', ['--model', 'claude-sonnet-4-6']);
    expect({ code, ...result, duration_ms: 0 }).toEqual({
      code: 0,
      type: 'result',
      context: { tokens: 1110, window: 1_000_000, percent: 0.1 },
      subtype: 'success',
      is_error: false,
      result: 'Hello.',
      num_turns: 1,
      duration_ms: 0,
      total_cost_usd: (1000 * 3 + 100 * 15 + 10 * 0.3) / 1_000_000,
      usage: { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 10, cache_creation_input_tokens: 0 },
      permission_denials: [],
      session_id: expect.stringMatching(/^\d{8}-\d{6}-\w{4}$/),
    });
  });

  it('a tool that was refused, because there is nobody to ask', async () => {
    const { askJson, dir } = await openAssistant([bash('touch made'), { text: 'I could not.' }], {}, UNCONFINED);
    const { code, result } = await askJson('Make it');
    expect({ code, subtype: result.subtype, text: result.result }).toEqual({
      code: 1,
      subtype: 'error_tool_refused',
      text: 'I could not.',
    });
    expect(result.permission_denials).toEqual([
      {
        tool_name: 'Bash',
        tool_use_id: 'call_1_0',
        tool_input: { command: 'touch made' },
        reason: expect.stringContaining('nobody can be asked'),
      },
    ]);
    await expect(readFile(join(dir, 'made'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a provider that fails', [{ status: 400 }], [], 1, 'error_provider'],
    ['a model that refuses', [{ text: 'No.', stop: 'refusal' as const }], [], 1, 'error_refusal'],
    ['too many turns', [bash('true'), bash('true')], ['--max-turns', '1'], 1, 'error_max_turns'],
    ['too much money', [bash('true'), bash('true')], ['--max-cost', '0.00001'], 1, 'error_max_cost'],
    ['a wrong flag', [], ['--no-such-flag'], 2, 'error_usage'],
    ['a wrong value', [], ['--max-turns', '0'], 2, 'error_usage'],
    ['a cost that nobody knows', [], ['--model', 'anthropic/x', '--max-cost', '1'], 2, 'error_usage'],
  ])('%s', async (_, script, flags, code, subtype) => {
    const { askJson } = await openAssistant(script);
    expect(await askJson('Go', flags)).toMatchObject({ code, result: { type: 'result', subtype, is_error: true } });
  });

  it('an interrupt, with all that it ran gone', async () => {
    const seconds = uniqueSeconds();
    const { server, env, dir, conversations } = await openAssistant([
      bash(`touch made; sleep ${seconds} & sleep ${seconds}`),
    ]);
    const args = [BINARY, '-p', 'Sleep', '--permission-mode', 'bypassPermissions', '--output-format', 'json'];
    const child = spawn(process.execPath, args, { cwd: dir, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const printed = child.stdout.setEncoding('utf8').toArray();
    await server.received(1);
    // The line is also among the arguments of the sandbox, before anything of it runs.
    await waitFor(() => existsSync(join(dir, 'made')) && processesWith(`sleep ${seconds}`).length >= 2);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    expect(JSON.parse((await printed).join(''))).toMatchObject({ subtype: 'error_interrupted' });
    await waitFor(() => processesWith(`sleep ${seconds}`).length === 0);
    const [log = []] = await conversations();
    const extras = log.flatMap((entry) => (entry.type === 'extra' ? [entry.name] : []));
    expect(extras).toContain('receipt');
    expect(log.flatMap(({ type }) => (type === 'extra' ? [] : [type]))).toEqual([
      'start',
      'user',
      'assistant',
      'toolResult',
      'turnEnd',
    ]);
  });
});

describe('stream-json', () => {
  it('gives one line for each event', async () => {
    const { ask } = await openAssistant([
      { text: 'Look.', calls: [{ name: 'Glob', input: { pattern: '*' } }] },
      { text: 'Done.' },
    ]);
    const { stdout } = await ask('Go', ['--output-format', 'stream-json', '--include-partial-messages']);
    const shown = lines(stdout).map(({ type, subtype }) => (subtype ? `${type} ${subtype}` : type));
    expect(shown.filter((name, index) => name !== shown[index - 1])).toEqual([
      'system init',
      'stream_event',
      'assistant',
      'user',
      'stream_event',
      'assistant',
      'result success',
    ]);
    const without = (await (await openAssistant([{ text: 'x' }])).ask('Go', ['--output-format', 'stream-json'])).stdout;
    expect(lines(without).map(({ type }) => type)).toEqual(['system', 'assistant', 'result']);
  });

  it('ends when its reader has left', async () => {
    const { run, server } = await openAssistant(() => ({ calls: [{ name: 'Glob', input: { pattern: '*' } }] }));
    const line = 'helve -p Go --output-format stream-json | head -n 1; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = await run('bash', ['-c', line]);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('0');
    expect(stderr).toBe('');
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it('takes messages one after the other in one conversation', async () => {
    const { helve, server } = await openAssistant([{ text: 'One.' }, { text: 'Two.' }]);
    const message = (content: unknown) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
    const { code, stdout } = await helve(
      ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json'],
      message('1') + message([{ type: 'text', text: '2' }, image]),
    );
    expect(code).toBe(0);
    expect(lines(stdout).flatMap((line) => (line.type === 'result' ? [line.result] : []))).toEqual(['One.', 'Two.']);
    expect(server.requests[1]?.body.messages.at(-1).content.map(({ type }: Line) => type)).toEqual(['text', 'image']);
  });
});

describe('flags', () => {
  it.each([
    ['--model', 'opus', { model: 'claude-opus-5-5' }],
    ['--model', 'claude-haiku-4-5-20251001', { model: 'claude-haiku-4-5-20251001', max_tokens: 64_000 }],
    ['--effort', 'low', { output_config: { effort: 'low' } }],
  ])('%s %s reaches the model', async (flag, value, expected) => {
    const { ask, server } = await openAssistant([{ text: 'ok' }]);
    await ask('Hi', [flag, value]);
    expect(server.requests[0]?.body).toMatchObject(expected);
  });

  it('--language is what it must answer in', async () => {
    const { ask, server } = await openAssistant([{ text: 'ok' }]);
    await ask('Hi', ['--language', 'ko']);
    expect(server.requests[0]?.body.system[0].text).toContain('Always respond in Korean.');
  });

  it.each([
    ['default', 'error_tool_refused'],
    ['plan', 'error_tool_refused'],
    ['acceptEdits', 'success'],
    ['bypassPermissions', 'success'],
  ])('--permission-mode %s decides about a write', async (mode, subtype) => {
    const write = { calls: [{ name: 'Write', input: { file_path: 'a', content: 'x' } }] };
    const { askJson } = await openAssistant([write, { text: 'ok' }]);
    expect((await askJson('Go', ['--permission-mode', mode])).result.subtype).toBe(subtype);
  });

  it('--allowed-tools allows what it names and no more', async () => {
    const script = [bash('touch a'), bash('touch a && rm a'), { text: 'ok' }];
    const { askJson, dir } = await openAssistant(script, {}, UNCONFINED);
    const { result } = await askJson('Go', ['--allowed-tools', 'Glob,Bash(touch *)']);
    expect(result.permission_denials).toHaveLength(1);
    expect(await readFile(join(dir, 'a'), 'utf8')).toBe('');
  });

  it('--allowed-tools that name nothing there is are told of', async () => {
    const { ask } = await openAssistant([{ text: 'ok' }]);
    const { stderr } = await ask('Go', ['--allowed-tools', 'Teleport']);
    expect(stderr).toMatch(/^warning: .*Teleport/);
  });

  it('-c goes on with the latest conversation, -r with any, and --fork leaves it as it was', async () => {
    const { askJson, server, conversations } = await openAssistant(() => ({ text: 'ok' }));
    const first = await askJson('one');
    const second = await askJson('two', ['-c']);
    const third = await askJson('three', ['-r', first.result.session_id, '--fork', '--name', 'Forked']);
    const counts = server.requests.map(({ body }) => body.messages.length);
    expect(counts).toEqual([1, 3, 5]);
    expect(second.result.session_id).toBe(first.result.session_id);
    expect(third.result.session_id).not.toBe(first.result.session_id);
    const [original = [], fork = []] = await conversations();
    expect(original.filter(({ type }) => type === 'user')).toHaveLength(2);
    expect(fork[0]).toMatchObject({ type: 'start', forkedFrom: { conversation: first.result.session_id } });
    expect(fork.some((entry) => entry.type === 'title' && entry.title === 'Forked')).toBe(true);
  });

  it.each([
    [['-c'], 'There is no conversation in this folder yet'],
    [['-r', ''], 'There is no conversation \\"\\"'],
    [['-r', 'nowhere'], 'There is no conversation \\"nowhere\\"'],
    [['--fork'], '--fork needs -c or -r'],
  ])('%j without what they need is told', async (flags, says) => {
    const { ask } = await openAssistant([]);
    const { code, stdout } = await ask('Hi', ['--output-format', 'json', ...flags]);
    expect(stdout).toContain(says);
    expect(code).toBeGreaterThan(0);
  });

  it('--json-schema gives data, after one repair if need be, and a failure after two', async () => {
    const schema = JSON.stringify({ type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] });
    const good = await openAssistant([{ text: 'It is 7.' }, { text: '```json\n{"age": 7}\n```' }]);
    const { code, result } = await good.askJson('How old?', ['--json-schema', schema]);
    expect({ code, data: result.structured_output, turns: result.num_turns }).toEqual({
      code: 0,
      data: { age: 7 },
      turns: 2,
    });
    const bad = await openAssistant([{ text: '{"age": "old"}' }, { text: '{}' }]);
    await writeFile(join(bad.dir, 'schema.json'), schema);
    expect(await bad.askJson('How old?', ['--json-schema', '@schema.json'])).toMatchObject({
      code: 1,
      result: { subtype: 'error_invalid_answer', problem: expect.stringContaining("required property 'age'") },
    });
  });

  it('--help says what there is', async () => {
    const { helve } = await openAssistant([]);
    const { code, stdout } = await helve(['-p', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('--max-turns <number>');
  });
});

describe('who answers', () => {
  it('nobody without a key, and that is a matter of configuration', async () => {
    const { ask, env } = await openAssistant([]);
    delete env.ANTHROPIC_API_KEY;
    expect(await ask('Hi')).toMatchObject({ code: 2, stderr: expect.stringContaining('Set ANTHROPIC_API_KEY') });
  });

  it('a wrong key is told', async () => {
    const { askJson, env } = await openAssistant([]);
    env.ANTHROPIC_API_KEY = 'wrong';
    expect((await askJson('Hi')).result).toMatchObject({ subtype: 'error_provider', error: { code: 'AUTH_REQUIRED' } });
  });

  it('an OpenAI-compatible server, by its address alone', async () => {
    const { ask, env, server } = await openAssistant([{ text: 'From afar.' }]);
    delete env.ANTHROPIC_API_KEY;
    env.OPENAI_BASE_URL = server.openAiUrl;
    env.OPENAI_API_KEY = TEST_KEY;
    expect((await ask('Hi', ['--model', 'llama-4'])).stdout).toBe('From afar.\n');
    expect(server.requests[0]?.path).toBe('/v1/chat/completions');
  });

  it('one of the settings, with its key in a variable, and what they say of its model', async () => {
    const sandbox = await openAssistant([{ text: 'Configured.' }]);
    const provider = {
      type: 'openai-responses',
      baseUrl: sandbox.server.openAiUrl,
      apiKey: '$ENV:MY_KEY',
      headers: { 'x-team': 'blue' },
    };
    const settings = {
      model: 'mine/big',
      language: 'ja',
      providers: { mine: provider },
      models: { big: { prices: { input: 1000, output: 0 } } },
    };
    await writeFile(join(sandbox.home, 'settings.json'), JSON.stringify(settings));
    expect(await sandbox.ask('Hi')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('MY_KEY, which is not set'),
    });
    sandbox.env.MY_KEY = TEST_KEY;
    const { result } = await sandbox.askJson('Hi');
    expect(result).toMatchObject({ result: 'Configured.', total_cost_usd: 0.1 });
    expect(sandbox.server.requests[0]?.path).toBe('/v1/responses');
    expect(sandbox.server.requests[0]?.body.instructions).toContain('Japanese');
    expect(sandbox.server.requests[0]?.headers['x-team']).toBe('blue');
  });

  it('not one that is overloaded for longer than the settings wait', async () => {
    const { askJson, server } = await openAssistant(() => ({ status: 529 }), {}, { retryMinutes: 0 });
    expect((await askJson('Hi')).result).toMatchObject({
      subtype: 'error_provider',
      error: { code: 'PROVIDER_FAILED' },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('one that is overloaded for a moment, and stream-json tells of the wait', async () => {
    const busy = { status: 429, headers: { 'retry-after': '0' } };
    const { ask } = await openAssistant([busy, { text: 'At last.' }]);
    const { stdout } = await ask('Hi', ['--output-format', 'stream-json']);
    expect(lines(stdout).map(({ type, subtype }) => subtype ?? type)).toEqual([
      'init',
      'retry',
      'assistant',
      'success',
    ]);
  });

  it('not a broken setting', async () => {
    const { ask } = await openAssistant([], {}, { providers: { mine: { type: 'gopher' } } });
    expect(await ask('Hi')).toMatchObject({ code: 2, stderr: expect.stringContaining('providers.mine.type') });
  });

  it('a recording, with real tools and no network', async () => {
    const write = { calls: [{ name: 'Write', input: { file_path: 'a', content: 'x' } }] };
    const { askJson, ask, server, dir } = await openAssistant([write, { text: 'Written.' }]);
    const { result } = await askJson('Write', ['--permission-mode', 'acceptEdits']);
    await writeFile(join(dir, 'a'), 'changed');
    await server.close();
    const played = await ask('Write', ['--model', `replay/${result.session_id}`, '--permission-mode', 'acceptEdits']);
    expect(played.stdout).toBe('Written.\n');
    expect(await readFile(join(dir, 'a'), 'utf8')).toBe('x');
  });

  it.each(['anthropic', 'openai'])('an independent server of another make, in the format of %s', async (format) => {
    const { ask, env } = await openAssistant([], { 'a.txt': 'alpha' });
    const mock = new LLMock({ port: 0 });
    mock.on(
      { userMessage: 'Read it', hasToolResult: false },
      {
        toolCalls: [{ name: 'Read', arguments: JSON.stringify({ file_path: 'a.txt' }) }],
      },
    );
    mock.on({ userMessage: 'Read it', hasToolResult: true }, { content: 'It says alpha.' });
    await mock.start();
    onTestFinished(() => mock.stop());
    env.ANTHROPIC_BASE_URL = mock.url;
    env.OPENAI_BASE_URL = `${mock.url}/v1`;
    env.OPENAI_API_KEY = 'x';
    const model = format === 'anthropic' ? 'claude-sonnet-4-6' : 'gpt-4.1';
    expect(await ask('Read it', ['--model', model])).toEqual({ code: 0, stdout: 'It says alpha.\n', stderr: '' });
  });
});

async function eventually<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
