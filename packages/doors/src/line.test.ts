import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { authorityOf, createPolicy, type Mode, parseRule } from '@helve/policy';
import { sampleRegistry } from '@helve/command/testing';
import { type FlatCaller, sampleCaller } from '@helve/policy/testing';
import { runLine } from './line.ts';

const registry = sampleRegistry();
const run = (line: string, caller: FlatCaller = {}, stdin?: string) =>
  runLine(registry, line, sampleCaller(caller), stdin === undefined ? undefined : async () => Buffer.from(stdin));

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-line-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it('answers with content for the model, a short display, and the data', async () => {
  const input = { path: 'x', recursive: false, noisy: true };
  expect(await run('helve demo echo --path x')).toEqual({
    llmContent: JSON.stringify(input),
    returnDisplay: 'echo x',
    data: input,
  });
});

it('tells of ignored words and of what the command has to say', async () => {
  expect(await run('helve demo echo stray --path x --message warn')).toMatchObject({
    llmContent: expect.stringMatching(/Warning: stray was ignored.*\nWarning: you asked for it$/),
    warnings: ['stray was ignored: values are given with named flags', 'you asked for it'],
  });
});

describe('errors', () => {
  it.each<[string, string, string]>([
    ['helve nope', 'INVALID_TOOL_PARAMS', 'UNKNOWN_COMMAND'],
    ['helve demo nope', 'INVALID_TOOL_PARAMS', 'UNKNOWN_COMMAND'],
    ['helve demo echo', 'INVALID_TOOL_PARAMS', 'INVALID_INPUT'],
    ['helve demo echo --path x --count 1.5', 'INVALID_TOOL_PARAMS', 'INVALID_INPUT'],
    ['helve demo echo --path x --count 5000', 'INVALID_TOOL_PARAMS', 'INVALID_INPUT'],
    ['helve demo echo --path x --tags [1]', 'INVALID_TOOL_PARAMS', 'INVALID_INPUT'],
    ['helve demo echo --path ""', 'INVALID_TOOL_PARAMS', 'INVALID_INPUT'],
    ['helve demo echo --path x | cat', 'INVALID_TOOL_PARAMS', 'INVALID_INPUT'],
    ['helve batch', 'INVALID_TOOL_PARAMS', 'UNKNOWN_COMMAND'],
    ['helve demo echo --path x --message fail', 'EXECUTION_FAILED', 'INTERNAL'],
    ['helve demo echo --path x --message hang --timeout 20', 'EXECUTION_FAILED', 'TIMEOUT'],
  ])('%s', async (line, type, code) => {
    expect(await run(line)).toMatchObject({ error: { type, code } });
  });

  it('show the place in the line and the corrected line', async () => {
    const { llmContent } = await run('helve demo echo --pth x');
    expect(llmContent).toBe(
      [
        'INVALID_INPUT: demo echo has no flag --pth (at character 17)',
        'helve demo echo --pth x',
        '                ^^^^^',
        'Corrected: helve demo echo --path x',
      ].join('\n'),
    );
  });

  it('name each wrong value by its flag', async () => {
    const { error } = await run('helve demo echo --path x --count 5000 --tags [1]');
    expect(error?.message).toBe('--count must be at most 1000; --tags at tags.0 must be string, not 1');
  });

  it('name what is missing in a value, and what is too much', async () => {
    const { error } = await run(`helve demo form --form '{"field":[]}'`);
    expect(error?.message).toBe('--form at form.fields is missing; --form at form.field is not known');
  });
});

it('stops when the caller cancels', async () => {
  const controller = new AbortController();
  const running = run('helve demo echo --path x --message hang', { signal: controller.signal });
  controller.abort();
  expect(await running).toMatchObject({ error: { code: 'CANCELLED' } });
});

it('moves to the folder that a line asks for, and prints data as JSON on request', async () => {
  expect(await run('helve explain demo echo --path x --cwd /elsewhere')).toMatchObject({
    data: { paths: [{ path: '/elsewhere/x' }] },
  });
  expect(await run('helve demo put --to x --json')).toMatchObject({ llmContent: '{"done":true}' });
});

describe('a large value', () => {
  it('comes from a file or from standard input', async () => {
    const cwd = await scratch();
    await writeFile(join(cwd, 'note.txt'), 'from a file\n');
    await writeFile(join(cwd, 'data.json'), '{"a":[1]}');
    expect(await run('helve demo echo --path x --message @note.txt --data @data.json', { cwd })).toMatchObject({
      data: { message: 'from a file\n', data: { a: [1] } },
    });
    expect(await run('helve demo echo --path x --message -', {}, 'piped')).toMatchObject({
      data: { message: 'piped' },
    });
  });

  it('is literal in quotes, after @@, and where the parameter is not large', async () => {
    expect(await run(`helve demo echo --path @x --id @y --message '@z'`)).toMatchObject({
      data: { path: '@x', id: '@y', message: '@z' },
    });
    expect(await run('helve demo echo --path x --message @@z')).toMatchObject({ data: { message: '@z' } });
    expect(await run(`helve demo echo --path x --message '-'`)).toMatchObject({ data: { message: '-' } });
  });

  it('fails clearly when the file is missing, is no text, or there is no standard input', async () => {
    const cwd = await scratch();
    await writeFile(join(cwd, 'bad'), Buffer.from([0xff, 0xfe, 0x80]));
    expect(await run('helve demo echo --path x --message @gone', { cwd })).toMatchObject({
      error: { code: 'NOT_FOUND', hint: 'A value that begins with @ names a file; write @@ for a literal @.' },
    });
    expect(await run('helve demo echo --path x --message @bad', { cwd })).toMatchObject({
      error: { code: 'INVALID_ENCODING' },
    });
    expect(await run('helve demo echo --path x --message -')).toMatchObject({ error: { type: 'INVALID_TOOL_PARAMS' } });
  });

  it('is not read from a file that a rule keeps from being read', async () => {
    const cwd = await scratch();
    await writeFile(join(cwd, 'key.pem'), 'secret');
    const policy = await policyWith('bypassPermissions', ['Read(*.pem)'], cwd);
    const result = await run('helve demo echo --path x --message @key.pem', { cwd, authority: authorityOf(policy) });
    expect(result).toMatchObject({ error: { code: 'PERMISSION_DENIED', details: { rule: 'Read(*.pem)' } } });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});

describe('permissions', () => {
  it('a denied command does not run, and says which rule decided', async () => {
    const policy = await policyWith('default', ['demo put(/etc/**)']);
    expect(await run('helve demo put --to /etc/x', { authority: authorityOf(policy) })).toMatchObject({
      error: { type: 'EXECUTION_FAILED', code: 'PERMISSION_DENIED', hint: 'Decided by demo put(/etc/**) (settings).' },
    });
  });

  it('what must be asked is denied where there is nobody to ask, and otherwise asked', async () => {
    const policy = await policyWith('default');
    const questions: object[] = [];
    const ask = (allow: boolean) => async (question: object) => {
      questions.push(question);
      return { allow, reason: 'not today' };
    };
    expect(await run('helve demo put --to x', { authority: authorityOf(policy) })).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
    expect(await run('helve demo put --to x', { authority: authorityOf(policy, ask(true)) })).toMatchObject({
      data: { done: true },
    });
    expect(await run('helve demo put --to x', { authority: authorityOf(policy, ask(false)) })).toMatchObject({
      error: { message: 'demo put was not permitted: not today' },
    });
    expect(questions[0]).toMatchObject({ command: 'demo put', input: { to: 'x' }, decision: { rule: 'mode default' } });
  });

  it('an input that does less than its command may is judged by what it does', async () => {
    const policy = await policyWith('plan');
    expect(await run('helve demo act now --list', { authority: authorityOf(policy) })).toMatchObject({
      data: { done: true },
    });
    expect(await run('helve demo act now', { authority: authorityOf(policy) })).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
  });
});

it('explains a line without running it', async () => {
  const policy = await policyWith('default');
  expect(
    await run('helve explain demo put stray --from a --to "b c"', { authority: authorityOf(policy) }),
  ).toMatchObject({
    data: {
      line: 'demo put stray --from a --to "b c"',
      valid: true,
      command: 'demo put',
      effect: 'modify',
      input: { from: 'a', to: 'b c' },
      canonical: "helve demo put --from a --to 'b c'",
      paths: [
        { path: '/project/a', access: 'read' },
        { path: '/project/b c', access: 'write' },
      ],
      policy: { verdict: 'ask', rule: 'mode default' },
      warnings: ['stray was ignored: values are given with named flags'],
    },
  });
  expect(await run('helve explain demo echo --path x --message hang')).toMatchObject({
    data: { policy: { verdict: 'allow' } },
  });
  expect(await run('helve explain demo echo --path x --message @gone')).toMatchObject({
    data: { reads: ['--message from gone'] },
  });
  expect(await run('helve explain demo nope')).toMatchObject({
    data: { valid: false, error: { code: 'UNKNOWN_COMMAND' } },
  });
});

it('bounds what a model is given, and leaves the whole in a file', async () => {
  const home = await scratch();
  const old = join(home, 'spill', 'old.txt');
  await mkdir(join(home, 'spill'));
  await writeFile(old, '');
  await utimes(old, 0, 0);
  const long = `${'line\n'.repeat(20_000)}end`;
  const result = await run(`helve demo echo --path x --message "${long}"`, { home });
  const content = typeof result.llmContent === 'string' ? result.llmContent : '';
  expect(content.length).toBeLessThan(30_500);
  const [, file = '', offset] =
    /All of it: (\S+)\. Read on: helve fs read --path \S+ --offset (\d+) --limit 200\]/.exec(content) ?? [];
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify(result.data));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(Number(offset)).toBe(1);
  await expect(stat(old)).rejects.toThrow('ENOENT');
});

it('shows help for everything, a module, or a command', async () => {
  expect((await run('helve')).llmContent).toMatch(/Modules:\n {2}demo {3}Commands for tests/);
  expect((await run('helve demo')).llmContent).toMatch(/Commands:\n {2}demo echo {5}Give back the input/);
  expect((await run('helve help demo')).llmContent).toMatch(/Other names:\n {2}demo repeat {5}Same as demo echo/);
  expect((await run('helve help demo act')).llmContent).toContain('demo act now');
  expect((await run('helve demo echo --help')).llmContent).toContain(
    'Usage:\n  helve demo echo --path <path> [--message <text>]',
  );
  expect(await run('helve help dmo')).toMatchObject({ error: { hint: 'Did you mean: helve demo' } });
});

function policyWith(mode: Mode, deny: readonly string[] = [], root = '/project') {
  return createPolicy({
    mode,
    modeSource: 'the test',
    rules: deny.map((rule) => parseRule('deny', rule, 'settings')),
    base: { root, home: '/users/me' },
    cwd: root,
  });
}
