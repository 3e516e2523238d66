import { describe, expect, it } from 'vitest';
import { CommandError } from '../errors.ts';
import { sampleRegistry } from '../testing/sample.ts';
import { commandOf, parseArguments, parseLine } from './parse.ts';

const registry = sampleRegistry();

async function inputOf(line: string) {
  const parsed = await parseLine(registry, line);
  if (parsed.kind !== 'command') throw new Error(`not a command: ${parsed.kind}`);
  return { ...parsed.input };
}

async function problemOf(parsing: Promise<unknown>) {
  const error = await parsing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CommandError)) throw new Error('expected an error');
  const { message, hint, details } = error;
  return { code: error.code, message, hint, at: details?.position, corrected: details?.corrected };
}

describe('a value is read by the declared type of its parameter', () => {
  it.each<[string, object]>([
    ['helve demo echo --path "./a b.ts"', { path: './a b.ts' }],
    ["codebolt demo echo --path './x'", { path: './x' }],
    ['codeboltcmd demo repeat --path x', { path: 'x' }],
    ['  demo echo --path x', { path: 'x' }],
    ['helve demo echo --path x --recursive', { path: 'x', recursive: true }],
    ['helve demo echo --path x --recursive true', { path: 'x', recursive: true }],
    ['helve demo echo --path x --recursive=false', { path: 'x', recursive: false }],
    ['helve demo echo --no-noisy --path x', { path: 'x', noisy: false }],
    ['helve demo echo --path x --count 5', { path: 'x', count: 5 }],
    ['helve demo echo --path x --count -3', { path: 'x', count: -3 }],
    ['helve demo echo --path x --count "7"', { path: 'x', count: 7 }],
    ['helve demo echo --path x --id 007', { path: 'x', id: '007' }],
    ['helve demo echo --path x --id 1.10', { path: 'x', id: '1.10' }],
    ['helve demo echo --path x --id true', { path: 'x', id: 'true' }],
    ['helve demo echo --path x --id null', { path: 'x', id: 'null' }],
    ['helve demo echo --path x --id -1', { path: 'x', id: '-1' }],
    ['helve demo echo --path x --id ""', { path: 'x', id: '' }],
    ['helve demo echo --path x --id=""', { path: 'x', id: '' }],
    ['helve demo echo --path x --id=a=b', { path: 'x', id: 'a=b' }],
    ['helve demo echo --path x --message "--fix"', { path: 'x', message: '--fix' }],
    ['helve demo echo --path x --message=--fix', { path: 'x', message: '--fix' }],
    [`helve demo echo --path x --message '{"a":1}'`, { path: 'x', message: '{"a":1}' }],
    [`helve demo echo --path x --message {"a": "b c"}`, { path: 'x', message: '{"a": "b c"}' }],
    ['helve demo echo --path x --id [draft]', { path: 'x', id: '[draft]' }],
    ['helve demo echo --path x --id [a-z]+', { path: 'x', id: '[a-z]+' }],
    ['helve demo echo --path x --id [unclosed', { path: 'x', id: '[unclosed' }],
    ['helve demo echo --path x --id a"b c"d', { path: 'x', id: 'ab cd' }],
    [String.raw`helve demo echo --path "C:\new\tab"`, { path: String.raw`C:\new\tab` }],
    [String.raw`helve demo echo --path "say \"hi\" \\ there"`, { path: String.raw`say "hi" \ there` }],
    [String.raw`helve demo echo --path 'it\'s'`, { path: "it's" }],
    [String.raw`helve demo echo --path $'a\nb\x41\u00e9'`, { path: 'a\nbA\u00e9' }],
    ['helve demo echo --path x --message "two\nlines"', { path: 'x', message: 'two\nlines' }],
    ['helve demo echo \\\n  --path x', { path: 'x' }],
    ['helve demo echo --path x --data {"status":"done"}', { path: 'x', data: { status: 'done' } }],
    [`helve demo echo --path x --data '{"a":[1,{"b":"}"}]}'`, { path: 'x', data: { a: [1, { b: '}' }] } }],
    ['helve demo echo --path x --data {"q": "say \\"hi\\"",\n "n": 1}', { path: 'x', data: { q: 'say "hi"', n: 1 } }],
    ['helve demo echo --path x --data={"a":1}', { path: 'x', data: { a: 1 } }],
    ['helve demo echo --path x --tags ["a","b c"]', { path: 'x', tags: ['a', 'b c'] }],
    ['helve demo echo --path x --line-numbers', { path: 'x', lineNumbers: true }],
    ['helve demo echo --path x --lineNumbers', { path: 'x', lineNumbers: true }],
    ['helve demo echo --path x --text hi', { path: 'x', message: 'hi' }],
    ['helve demo echo --path http://h/?a=1&b=2', { path: 'http://h/?a=1&b=2' }],
    ['helve demo echo --path x --message "a | b && c > d $(e) `f`"', { path: 'x', message: 'a | b && c > d $(e) `f`' }],
  ])('%s', async (line, input) => {
    expect(await inputOf(line)).toEqual(input);
  });
});

describe('what is odd but clear is read with a warning', () => {
  it.each<[string, object, string]>([
    ['helve demo echo stray --path x', { path: 'x' }, 'stray was ignored: values are given with named flags'],
    [
      'helve demo echo --path x -- --not-a-flag',
      { path: 'x' },
      '--not-a-flag was ignored: values are given with named flags',
    ],
    ['helve demo echo \u2014path x', { path: 'x' }, 'A typographic dash was read as --: \u2014path'],
    [
      'helve demo echo --path \u201ca b\u201d',
      { path: 'a b' },
      'Typographic quotes were read as plain ones: \u201ca b\u201d',
    ],
  ])('%s', async (line, input, warning) => {
    const parsed = await parseLine(registry, line);
    expect(parsed).toMatchObject({ kind: 'command', input, warnings: [warning] });
  });
});

describe('what is wrong says where, and how it should be', () => {
  it.each<[string, string, number, string | undefined]>([
    ['helve demo echo --pth x', 'demo echo has no flag --pth', 16, 'helve demo echo --path x'],
    ['helve demo echo --path x --zzz 1', 'demo echo has no flag --zzz', 25, undefined],
    ['helve demo echo --path x --__proto__ 1', 'demo echo has no flag --__proto__', 25, undefined],
    ['helve demo echo --path x --constructor 1', 'demo echo has no flag --constructor', 25, undefined],
    ['helve demo echo --path a --path b', '--path was given twice', 25, undefined],
    ['helve demo echo --path', '--path needs a value', 16, undefined],
    [
      'helve demo echo --path --recursive',
      '--path needs a value, and --recursive looks like a flag',
      23,
      "helve demo echo --path '--recursive'",
    ],
    ['helve demo echo --path x --count five', '--count needs a number, not "five"', 33, undefined],
    ['helve demo echo --path x --count Infinity', '--count needs a number, not "Infinity"', 33, undefined],
    ['helve demo echo --path x --recursive=maybe', '--recursive is on or off, not "maybe"', 25, undefined],
    [
      'helve demo echo --path x --colour gren',
      '--colour must be one of red, green, blue, not "gren"',
      34,
      'helve demo echo --path x --colour green',
    ],
    ['helve demo echo --path x --no-count', '--count takes a value, so there is no --no-count', 25, undefined],
    ['helve demo echo --path x --no-noisy=1', '--no-noisy takes no value', 25, 'helve demo echo --path x --no-noisy'],
    [
      'helve demo echo --path x --tags a',
      '--tags needs a list in JSON, not "a"',
      32,
      `helve demo echo --path x --tags '["a"]'`,
    ],
    ['helve demo echo --path x --timeout 0', '--timeout must be a whole number from 1 to 2147483647', 35, undefined],
    ['helve demo echo --path "x', 'The quote " is never closed', 23, undefined],
    ["helve demo echo --path don't", "The quote ' is never closed", 26, undefined],
    ['helve demo echo -p x', 'Flags have two dashes: -p is not one', 16, 'helve demo echo --path x'],
    ['helve demo put --to x -z', 'demo put has no flag -z', 22, undefined],
    ['helve demo echo -b7 --path x', '-b7 joins a flag and its value', 16, 'helve demo echo -b 7 --path x'],
    ['helve demo echo file.txt', 'demo echo needs --path', 16, 'helve demo echo --path file.txt'],
    ['helve demo echo', 'demo echo needs --path', 15, undefined],
    [
      'helve demo echo --path a|b',
      'The shell operator | is not supported here; nothing was run',
      23,
      "helve demo echo --path 'a|b'",
    ],
    ['helve demo echo --path x | jq', 'The shell operator | is not supported here; nothing was run', 25, undefined],
    ['helve demo echo --path x && ls', 'The shell operator && is not supported here; nothing was run', 25, undefined],
    ['helve demo echo --path x > out', 'The shell operator > is not supported here; nothing was run', 25, undefined],
    ['helve demo echo --path $(pwd)', 'The shell operator $( is not supported here; nothing was run', 23, undefined],
    ['helve demo echo --path `pwd`', 'The shell operator ` is not supported here; nothing was run', 23, undefined],
    ['helve demo echo --path x & ', 'The shell operator & is not supported here; nothing was run', 25, undefined],
    ['helve demo echo --path x; ls', 'The shell operator ; is not supported here; nothing was run', 24, undefined],
    ['helve demo echo --path x\nhelve demo echo --path y', 'A second command starts here', 25, undefined],
  ])('%s', async (line, message, at, corrected) => {
    expect(await problemOf(parseLine(registry, line))).toMatchObject({
      code: 'INVALID_INPUT',
      message: `${message} (at character ${at + 1})`,
      at,
      corrected,
    });
  });

  it('names a bracket that is never closed', async () => {
    const problem = await problemOf(parseLine(registry, 'helve demo echo --path x --data {"a":1'));
    expect(problem.message).toMatch(/^The value of --data has a bracket that is never closed: /);
  });

  it('offers both values of a list that was given twice', async () => {
    const problem = await problemOf(parseLine(registry, `helve demo echo --path x --tags '["a"]' --tags b`));
    expect(problem.hint).toBe(`For several values: --tags '["a","b"]'`);
  });

  it.each<[string, string, string]>([
    ['helve dmo echo', 'There is no module "dmo"', 'Did you mean: helve demo echo'],
    ['helve __proto__ echo', 'There is no module "__proto__"', 'There are: demo, other.'],
    ['helve demo eco', 'demo has no action "eco"', 'Did you mean: helve demo echo'],
    [
      'helve demo constructor',
      'demo has no action "constructor"',
      'It has: echo, repeat, put, act now, act later, shell, form.',
    ],
    ['helve demo act', 'demo has no action "act"', 'It has: act now, act later.'],
    ['helve demo act soon', 'demo has no action "act soon"', 'It has: act now, act later.'],
    ['helve demo act nwo', 'demo has no action "act nwo"', 'Did you mean: helve demo act now'],
  ])('%s suggests what there is', async (line, message, hint) => {
    expect(await problemOf(parseLine(registry, line))).toMatchObject({ code: 'UNKNOWN_COMMAND', message, hint });
  });
});

describe('arguments from a shell, which has taken the quotes off', () => {
  it.each<[string[], object]>([
    [['demo', 'echo', '--path', 'a b'], { path: 'a b' }],
    [['demo', 'echo', '--path', 'x', '--message', '--fix'], { path: 'x', message: '--fix' }],
    [['demo', 'echo', '--path', 'x', '--id', 'a|b > $(c)'], { path: 'x', id: 'a|b > $(c)' }],
    [['--json', 'demo', 'echo', '--path', 'x'], { path: 'x' }],
    [['demo', 'echo', '--cwd', '/tmp', '--path', 'x'], { path: 'x' }],
    [['demo', 'echo', '--path', 'x', '--data', '{"a": 1}'], { path: 'x', data: { a: 1 } }],
  ])('%j', async (args, input) => {
    expect(await parseArguments(registry, args)).toMatchObject({ kind: 'command', input });
  });

  it('takes a known flag for a flag where a value is missing', async () => {
    const problem = await problemOf(parseArguments(registry, ['demo', 'echo', '--message', '--path', 'x']));
    expect(problem).toMatchObject({
      message: '--message needs a value, and --path looks like a flag (at character 27)',
      hint: "If it is the value, write --message='--path'.",
    });
  });

  it('knows flags that only a process has, which a line has not', async () => {
    expect(await parseArguments(registry, ['demo', 'echo', '--path', 'x', '-v'])).toMatchObject({
      globals: { verbose: true },
    });
    expect(await problemOf(parseLine(registry, 'helve demo echo --path x --home /x'))).toMatchObject({
      code: 'INVALID_INPUT',
      message: '--home cannot be used within a line (at character 26)',
      hint: 'Give it to the helve that runs the line: helve batch --home …',
      corrected: undefined,
    });
  });

  it('are not corrected to what means something else altogether', async () => {
    const problem = await problemOf(parseArguments(registry, ['demo', 'echo', '--session', 'x']));
    expect(problem).toMatchObject({ hint: expect.stringMatching(/^It takes --path, /), corrected: undefined });
  });

  it('stand behind the action', async () => {
    expect(await problemOf(parseArguments(registry, ['demo', '--path', 'x', 'echo']))).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'demo needs an action before --path (at character 12)',
      hint: 'Put the flags of a command after it: helve demo <action> --path …',
    });
    expect(await problemOf(parseArguments(registry, ['--path', 'x', 'demo', 'echo']))).toMatchObject({
      hint: expect.stringContaining('Put the flags of a command after it'),
    });
  });
});

describe('requests that are not commands', () => {
  it.each([
    ['helve explain demo echo --path "a b"', ['demo', 'echo', '--path', 'a b']],
    [`helve explain 'demo echo --path x'`, ['demo', 'echo', '--path', 'x']],
  ])('%s', async (line, words) => {
    const parsed = await parseLine(registry, line);
    expect(parsed.kind === 'explain' && parsed.line.tokens.map((token) => token.text)).toEqual(words);
  });

  it.each<[string, object]>([
    ['helve', { kind: 'help', topic: [] }],
    ['helve help', { kind: 'help', topic: [] }],
    ['helve help demo', { kind: 'help', topic: ['demo'] }],
    ['helve demo', { kind: 'help', topic: ['demo'] }],
    ['helve demo --help', { kind: 'help', topic: ['demo'] }],
    ['helve demo echo --help', { kind: 'help', topic: ['demo', 'echo'] }],
    ['helve demo echo --path x -h', { kind: 'help', topic: ['demo', 'echo'] }],
    ['helve help demo echo', { kind: 'help', topic: ['demo', 'echo'] }],
  ])('%s', async (line, request) => {
    expect(await parseLine(registry, line)).toMatchObject(request);
  });
});

it('a flag that all commands have is that of the command behind it, if it has one', async () => {
  const form = { fields: ['a'] };
  const written = `--json '{"fields":["a"]}'`;
  expect(await parseLine(registry, `helve demo form ${written}`)).toMatchObject({ input: { form }, globals: {} });
  expect(await parseLine(registry, 'helve demo echo --json --path x')).toMatchObject({
    input: { path: 'x' },
    globals: { json: true },
  });
});

it.each([
  ['helve demo echo --path x --data x', 'An object: {"a":1}'],
  ['helve demo echo --path x --data \'{"a"\'', 'In a shell, put it in single quotes. An object: {"a":1}'],
  ['helve demo shell --env x', `For example: --env '{"name":"value"}'.`],
])('%s tells what JSON is wanted', async (line, hint) => {
  expect(await problemOf(parseLine(registry, line))).toMatchObject({ code: 'INVALID_INPUT', hint });
});

it.each([
  ['--message-stdin', 1],
  ['--message-stdin=true', 1],
  ['--message-stdin true', 1],
  ['--message-stdin=false', 0],
  ['--message-stdin false', 0],
])('%s is on or off like any flag without a value', async (said, count) => {
  const parsed = await parseLine(registry, `helve demo echo --path x ${said}`);
  expect(parsed).toMatchObject({ input: { path: 'x' }, warnings: [] });
  expect(parsed.kind === 'command' && parsed.sources).toHaveLength(count);
});

it('the command that a line was for is known also if the line is not understood', async () => {
  const error = await parseLine(registry, 'helve demo echo --count x').catch((thrown: unknown) => thrown);
  expect(commandOf(error)?.path).toBe('demo echo');
  expect(commandOf(await parseLine(registry, 'helve demo eco').catch((thrown: unknown) => thrown))).toBeUndefined();
});

it('a flag may stand for a value on standard input', async () => {
  const parsed = await parseLine(registry, 'helve demo echo --message-stdin --path x');
  expect(parsed).toMatchObject({ input: { path: 'x' }, sources: [{ parameter: { name: 'message' } }] });
  expect(await problemOf(parseLine(registry, 'helve demo echo --path x --message-stdin --message y'))).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('--message was given twice'),
  });
});
