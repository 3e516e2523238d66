import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';
import { LIBRARY } from './kit/library.ts';

it.each([
  ['help fs read extra', 'fs read has no action "extra"'],
  ['terminal exec --command true --env []', '--env must be Object, not Array'],
  ['tool call --tool fs.read --params [1]', '--params must be Object, not Array'],
  ['mcp --tools=', '--tools names no set of tools'],
  ['utcp manual --protocol http --url ftp://x', '--url must be a http(s) address'],
  ['completion bash zsh', 'does not understand zsh'],
  ['completion bash --foo', 'does not understand --foo'],
  ['shell-init bash zsh', 'does not understand zsh'],
  ['fs delete --path x --no-permanent false', '--no-permanent takes no value'],
])('helve %s is refused', async (line, message) => {
  const { helve } = await openSandbox();
  const { code, stderr } = await helve(line.split(' '));
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it.each(['null', '5', 'undefined', '{}'])('runLine(%s) of the library is refused as input', async (value) => {
  const { run } = await openSandbox();
  const program = `require(${JSON.stringify(LIBRARY)}).runLine(${value}).then(({ error }) => console.log(JSON.stringify(error)))`;
  const { stdout } = await run(process.execPath, ['-e', program]);
  expect(JSON.parse(stdout)).toMatchObject({ code: 'INVALID_INPUT' });
});

it('an error repeats at most about 200 characters of a value', async () => {
  const { helve } = await openSandbox();
  const { stdout } = await helve(['fs', 'read', '--path', 'x'.repeat(100_000)]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^x{100,200}…x+ /) } });
  expect(stdout.length).toBeLessThan(2_000);
});

describe('with broken settings', () => {
  it('help works', async () => {
    const { helve, home } = await openSandbox();
    await writeFile(join(home, 'settings.json'), '{');
    for (const args of [['--help'], ['help', 'fs'], ['fs', 'read', '--help']]) {
      expect(await helve(args)).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage:') });
    }
  });

  it('doctor reports the file and makes the other checks', async () => {
    const { helve, home } = await openSandbox();
    await writeFile(join(home, 'settings.json'), '{');
    const { code, stdout } = await helve(['doctor']);
    const { data } = JSON.parse(stdout) as { data: { checks: { topic: string; check: string; state: string }[] } };
    expect(code).toBe(1);
    expect(data.checks).toContainEqual(expect.objectContaining({ topic: 'machine', check: 'node', state: 'ok' }));
    expect(data.checks).toContainEqual({
      topic: 'assistant',
      check: 'settings',
      state: 'failed',
      detail: expect.stringContaining(join(home, 'settings.json')),
      hint: expect.stringContaining('helve --reset'),
    });
  });

  it('other commands fail and name the way out', async () => {
    const { helve, home } = await openSandbox();
    await writeFile(join(home, 'settings.json'), '{');
    expect(await helve(['fs', 'list'])).toMatchObject({ code: 2, stderr: expect.stringContaining('helve --reset') });
  });
});

it('doctor exits with 1 where a check failed', async () => {
  const { helve, env, dir } = await openSandbox();
  await mkdir(join(dir, 'sub'));
  await writeFile(join(dir, 'sub/home'), '');
  env.HELVE_HOME = join(dir, 'sub/home');
  expect(await helve(['doctor', 'machine'])).toMatchObject({ code: 1 });
});

describe('help and completion', () => {
  it.each([
    ['explain', 'helve explain <line>'],
    ['explain --help', 'helve explain <line>'],
    ['help -p', '--output-format'],
    ['help --reset', 'helve --reset'],
    ['--help', 'Open the assistant on the screen'],
    ['--help', '-c, --continue'],
  ])('helve %s shows %s', async (line, text) => {
    const { helve } = await openSandbox();
    expect(await helve(line.split(' '))).toMatchObject({ code: 0, stdout: expect.stringContaining(text) });
  });

  it.each([
    [['--'], ['--reset', '--model', '--continue', '--resume', '--json'], []],
    [['-'], ['-p', '-c', '-r'], []],
    [['--reset', '--'], ['--home'], ['--reset', '--model']],
    [
      ['-c', '--'],
      ['--fork', '--model'],
      ['--continue', '--reset'],
    ],
    [['--effort', ''], ['low', 'high'], ['fs']],
    [['--json', ''], ['fs', 'git'], []],
    [['shell-init', ''], ['bash', 'zsh'], ['fish']],
    [['help', ''], ['fs', 'batch', 'mcp', '-p', 'explain'], ['help']],
    [['help', 'fs', ''], ['read', 'list'], ['batch']],
  ])('completes %j', async (words, offered, absent) => {
    const { helve } = await openSandbox();
    const { stdout } = await helve(['complete', '--', ...words]);
    const values = stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
    expect(values).toEqual(expect.arrayContaining(offered));
    expect(values.filter((value) => absent.includes(value))).toEqual([]);
  });
});

it('a listed name that is not UTF-8 cannot be read, and the error says why', async () => {
  const { helve, run } = await openSandbox();
  await run('bash', ['-c', "touch $'caf\\xe9.txt'"]);
  const listed = JSON.parse((await helve(['fs', 'list'])).stdout) as { data: { entries: { path: string }[] } };
  const name = JSON.stringify(listed).match(/caf[^"]*\.txt/)?.[0] ?? '';
  const { stdout } = await helve(['fs', 'read', '--path', name]);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: 'NOT_FOUND', hint: expect.stringContaining('not UTF-8') },
  });
});
