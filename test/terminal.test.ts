import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';

describe('what comes out', () => {
  it('is one line of JSON when it is not a terminal', async () => {
    const { helve } = await openSandbox({ 'a.txt': 'one\ntwo\n' });
    const { code, stdout, stderr } = await helve(['fs', 'read', '--path', 'a.txt']);
    expect({ code, stderr, lines: stdout.split('\n').length }).toEqual({ code: 0, stderr: '', lines: 2 });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { path: 'a.txt', content: 'one\ntwo\n' } });
  });

  it('is a view for people on a terminal, and JSON there on request', async () => {
    const { helveOnTerminal } = await openSandbox({ 'a.txt': 'one\ntwo\n' });
    expect(await helveOnTerminal(['fs', 'read', '--path', 'a.txt'])).toMatchObject({
      code: 0,
      stdout: 'one\r\ntwo\r\n',
    });
    const { stdout } = await helveOnTerminal(['fs', 'read', '--path', 'a.txt', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { content: 'one\ntwo\n' } });
  });

  it('is whole however large it is and however slowly it is read', async () => {
    const { run, dir } = await openSandbox();
    const content = 'é line of text that is long enough\n'.repeat(200_000);
    await writeFile(join(dir, 'big.txt'), content);
    const { stdout } = await run('bash', ['-c', 'helve fs read --path big.txt | (sleep 0.3; cat)']);
    expect(JSON.parse(stdout).data.content).toBe(content);
  });

  it('may be cut off by its reader without that being an error', async () => {
    const { run, dir } = await openSandbox();
    await writeFile(join(dir, 'big.txt'), 'x'.repeat(5_000_000));
    const { stdout, stderr } = await run('bash', [
      '-c',
      'helve fs read --path big.txt | head -c 10; echo ":${PIPESTATUS[0]}"',
    ]);
    expect({ stdout, stderr }).toEqual({ stdout: '{"ok":true:0\n', stderr: '' });
  });
});

describe('exit codes and errors', () => {
  it.each<[string, string[], number, string]>([
    ['a command that fails', ['fs', 'read', '--path', 'gone'], 1, 'NOT_FOUND'],
    ['an unknown module', ['fss', 'read'], 2, 'UNKNOWN_COMMAND'],
    ['an unknown action', ['fs', 'raed'], 2, 'UNKNOWN_COMMAND'],
    ['an unknown flag', ['fs', 'read', '--pth', 'x'], 2, 'INVALID_INPUT'],
    ['a wrong value', ['fs', 'read', '--path', 'x', '--limit', 'many'], 2, 'INVALID_INPUT'],
    ['a folder that is none', ['fs', 'list', '--cwd', 'nowhere'], 2, 'INVALID_INPUT'],
    ['a folder for a file', ['fs', 'read', '--path', '.'], 1, 'IS_DIRECTORY'],
  ])('%s', async (_, args, code, error) => {
    const { helve } = await openSandbox();
    const finished = await helve(args);
    expect(finished.code).toBe(code);
    expect(JSON.parse(finished.stdout)).toMatchObject({ ok: false, error: { code: error } });
    // Usage failures are talked about on stderr, too; a command's own failure is data only.
    expect(finished.stderr === '').toBe(code === 1);
  });

  it('shows people the error, the place and the corrected command', async () => {
    const { helveOnTerminal } = await openSandbox();
    const { code, stdout } = await helveOnTerminal(['fs', 'read', '--pth', 'x']);
    expect(code).toBe(2);
    expect(stdout.split('\r\n')).toEqual([
      'error: fs read has no flag --pth (at character 15)',
      'helve fs read --pth x',
      '              ^^^^^',
      'Corrected: helve fs read --path x',
      '',
    ]);
  });

  it('says 130 when interrupted, and leaves nothing running', async () => {
    const { dir, env } = await openSandbox({ '.git-placeholder': '' });
    const child = spawn('helve', ['batch'], { cwd: dir, env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.write('fs stat --path .\n');
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    expect({ code, signal }).toEqual({ code: 130, signal: null });
  });
});

describe('global flags', () => {
  it('--cwd works in another folder', async () => {
    const { helve } = await openSandbox({ 'sub/deep/a.txt': 'hi' });
    const { stdout } = await helve(['--cwd', 'sub', 'fs', 'read', '--path', 'deep/a.txt']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { content: 'hi' } });
  });

  it('--home names another state folder, whose settings hold', async () => {
    const { helve, dir } = await openSandbox({ 'a.txt': 'hi' });
    await mkdir(join(dir, 'elsewhere'));
    await writeFile(join(dir, 'elsewhere/settings.json'), JSON.stringify({ permissions: { deny: ['fs read'] } }));
    const { code, stdout } = await helve(['fs', 'read', '--path', 'a.txt', '--home', 'elsewhere']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'PERMISSION_DENIED', details: { rule: 'fs read' } } });
  });

  it('--timeout ends a command that takes longer', async () => {
    const { helve, run, dir } = await openSandbox();
    await run('git', ['init', '-q']);
    await writeFile(join(dir, '.git/hooks/pre-commit'), '#!/bin/sh\nsleep 600\n', { mode: 0o755 });
    await writeFile(join(dir, 'a'), '');
    await helve(['git', 'add']);
    const { code, stdout } = await helve([
      'git',
      'commit',
      '--message',
      'x',
      '--author',
      'A <a@b>',
      '--timeout',
      '1500',
    ]);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, ok: false, error: { code: 'TIMEOUT' } });
  });

  it('--verbose tells what happens, as JSON lines on stderr', async () => {
    const { helve } = await openSandbox({ 'a.txt': 'hi' });
    const { stdout, stderr } = await helve(['fs', 'stat', '--path', 'a.txt', '-v']);
    const events = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(events).toMatchObject([
      { event: 'start', action: 'fs stat', mode: 'bypassPermissions' },
      { event: 'decision', verdict: 'allow', effect: 'inspect' },
      { event: 'end', exitCode: 0 },
    ]);
    expect(new Set(events.map((event) => event.requestId)).size).toBe(1);
  });

  it('--version and -h work with nothing else', async () => {
    const { helve } = await openSandbox();
    const { version } = JSON.parse(await readFile('packages/helve/package.json', 'utf8'));
    expect(await helve(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect((await helve(['fs', '--version'])).stdout).toBe(`${version}\n`);
    expect((await helve(['-h'])).stdout).toContain('Modules:');
  });
});

describe('help', () => {
  it.each<[string[], string]>([
    [[], 'Modules:'],
    [['help'], 'batch [--keep-going]'],
    [['help', 'fs'], 'fs read-many'],
    [['fs'], 'fs read-many'],
    [['fs', 'read', '--help'], 'helve fs read --path <path>'],
    [['help', 'fs', 'read'], 'helve fs read --path <path>'],
    [['help', 'batch'], 'helve batch [flags]\n\nFlags:\n  --keep-going'],
  ])('helve %j', async (args, text) => {
    const { helve } = await openSandbox();
    const { code, stdout } = await helve(args);
    expect({ code, found: stdout.includes(text) }).toEqual({ code: 0, found: true });
  });

  it('is data with --json', async () => {
    const { helve } = await openSandbox();
    expect(JSON.parse((await helve(['help', 'fs', '--json'])).stdout)).toMatchObject({
      ok: true,
      data: { text: expect.stringContaining('fs read') },
    });
  });
});

describe('settings and permissions', () => {
  it('a deny rule holds at the terminal, also for what a search comes across', async () => {
    const { helve } = await openSandbox(
      { 'secret/key': 'find me', 'open.txt': 'find me' },
      { permissions: { deny: ['Read(secret/**)'] } },
    );
    expect(JSON.parse((await helve(['fs', 'read', '--path', './x/../secret/key'])).stdout)).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
    const { data } = JSON.parse((await helve(['fs', 'grep', '--query', 'find me'])).stdout);
    expect(data.matches.map((match: { path: string }) => match.path)).toEqual(['open.txt']);
  });

  it('roots keep every path inside, also through links', async () => {
    const { helve, run } = await openSandbox({ 'in/a.txt': 'a', 'out/b.txt': 'b' }, { permissions: { roots: ['.'] } });
    await run('ln', ['-s', '../../out', 'in/link']);
    const read = async (path: string) =>
      JSON.parse((await helve(['--cwd', 'in', 'fs', 'read', '--path', path])).stdout);
    expect(await read('a.txt')).toMatchObject({ ok: true });
    expect(await read('../out/b.txt')).toMatchObject({ error: { code: 'OUTSIDE_ROOTS' } });
    expect(await read('link/b.txt')).toMatchObject({ ok: false });
  });

  it('a rule that can never match is reported with every result', async () => {
    const { helve, helveOnTerminal } = await openSandbox({}, { permissions: { deny: ['fs raed'] } });
    const warning =
      /The rule fs raed \(.*settings\.json\) can never match: there is no command fs raed; did you mean fs read\?/;
    expect(JSON.parse((await helve(['fs', 'stat', '--path', '.'])).stdout).warnings).toEqual([
      expect.stringMatching(warning),
    ]);
    expect((await helveOnTerminal(['fs', 'stat', '--path', '.'])).stdout).toMatch(warning);
  });

  it.each<[string, string, string]>([
    ['not JSON', '{"permissions":\n oops}', 'settings.json:2: '],
    ['an unknown key', '{"permissions":{"denny":[]}}', 'permissions has no "denny"'],
    ['a wrong mode', '{"permissions":{"mode":"yolo"}}', 'permissions.mode cannot be "yolo"'],
    ['no list', '{"permissions":{"deny":"fs"}}', 'permissions.deny must be a list of texts'],
    ['a rule that cannot be read', '{"permissions":{"deny":["fs("]}}', 'The rule "fs(" in '],
  ])('settings with %s are an error, never taken for absent', async (_, settings, message) => {
    const { helve, home } = await openSandbox();
    await writeFile(join(home, 'settings.json'), settings);
    const { code, stdout } = await helve(['fs', 'stat', '--path', '.']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'INVALID_SETTINGS',
      message: expect.stringContaining(message),
    });
  });

  it('--permission-mode plan changes nothing, and default asks a person or denies', async () => {
    const { helve, helveOnTerminal, dir } = await openSandbox();
    const write = ['fs', 'write', '--path', 'a', '--content', 'x', '--permission-mode'];
    expect(JSON.parse((await helve([...write, 'plan'])).stdout)).toMatchObject({
      error: { details: { rule: 'mode plan' } },
    });
    expect(JSON.parse((await helve([...write, 'default'])).stdout)).toMatchObject({
      error: { details: { verdict: 'ask' } },
    });
    expect((await helveOnTerminal([...write, 'default'], 'n\n')).code).toBe(1);
    await expect(readFile(join(dir, 'a'))).rejects.toThrow('ENOENT');
    expect((await helveOnTerminal([...write, 'default'], 'y\n')).code).toBe(0);
    expect(await readFile(join(dir, 'a'), 'utf8')).toBe('x');
  });
});

describe('values from elsewhere', () => {
  it('come from standard input and from files', async () => {
    const { helve, dir } = await openSandbox({ 'from.txt': 'of a file' });
    await helve(['fs', 'write', '--path', 'a', '--content', '-'], 'piped in');
    await helve(['fs', 'write', '--path', 'b', '--content', '@from.txt']);
    await helve(['fs', 'write', '--path', 'c', '--content', '@@from.txt']);
    expect(await Promise.all(['a', 'b', 'c'].map((name) => readFile(join(dir, name), 'utf8')))).toEqual([
      'piped in',
      'of a file',
      '@from.txt',
    ]);
  });
});

describe('batch', () => {
  const lines = [
    'helve fs stat --path a.txt',
    '',
    '# a comment',
    'fs read --path gone',
    'codebolt fs read --path a.txt',
    'fs nope',
  ].join('\n');

  it('answers each line in order and stops at the first failure', async () => {
    const { helve } = await openSandbox({ 'a.txt': 'hi' });
    const { code, stdout } = await helve(['batch'], lines);
    expect(code).toBe(1);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).ok),
    ).toEqual([true, false]);
  });

  it('goes on with --keep-going, and exits with the worst code', async () => {
    const { helve } = await openSandbox({ 'a.txt': 'hi' });
    const { code, stdout } = await helve(['batch', '--keep-going'], lines);
    expect(code).toBe(2);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).ok),
    ).toEqual([true, false, true, false]);
  });

  it('refuses what it does not understand', async () => {
    const { helve } = await openSandbox();
    expect((await helve(['batch', '--fast'])).code).toBe(2);
  });
});

it('explain says what would happen, and runs nothing', async () => {
  const { helve, dir } = await openSandbox();
  const { stdout } = await helve(['explain', 'fs', 'write', '--path', 'a b', '--content', 'x']);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    data: {
      valid: true,
      command: 'fs write',
      effect: 'modify',
      paths: [{ access: 'write' }],
      policy: { verdict: 'allow', rule: 'mode bypassPermissions', source: 'the terminal' },
    },
  });
  await expect(readFile(join(dir, 'a b'))).rejects.toThrow('ENOENT');
  expect(JSON.parse((await helve(['explain', 'fs write --path a'])).stdout)).toMatchObject({ data: { valid: false } });
});
