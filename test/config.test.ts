import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from './kit/helve.ts';

async function run(sandbox: Sandbox, ...args: readonly string[]) {
  const { code, stdout } = await sandbox.helve(args);
  return { code, ...JSON.parse(stdout) };
}

const set = (sandbox: Sandbox, key: string, value: string, ...more: readonly string[]) =>
  run(sandbox, 'config', 'set', '--key', key, '--value', value, ...more);

describe('helve config', () => {
  it('says that a wrong value was not written, and not that the file is broken', async () => {
    const sandbox = await openSandbox();
    await set(sandbox, 'model', 'opus');
    expect(await set(sandbox, 'model', '5')).toMatchObject({
      code: 2,
      error: {
        message: expect.stringMatching(/settings\.json was not changed: model must be /),
        hint: 'Give another value.',
      },
    });
    expect((await run(sandbox, 'config', 'get', '--key', 'model')).data.value).toBe('opus');
  });

  it('sets, shows with its origin, and takes back, and what is set holds', async () => {
    const sandbox = await openSandbox({ 'a.txt': 'x' });
    expect(await set(sandbox, 'permissions.deny', '["fs read"]')).toMatchObject({ code: 0 });
    expect(await set(sandbox, 'permissions.deny', '["fs list"]', '--scope', 'project')).toMatchObject({ code: 0 });
    const [user, project] = [join(sandbox.home, 'settings.json'), join(sandbox.dir, '.helve/settings.json')];
    expect(await run(sandbox, 'config', 'get', '--key', 'permissions', '--show-origin')).toMatchObject({
      data: { key: 'permissions', value: { deny: ['fs read', 'fs list'] }, origins: [user, project] },
    });
    expect((await run(sandbox, 'fs', 'read', '--path', 'a.txt')).error.details).toMatchObject({ source: user });
    expect((await run(sandbox, 'fs', 'list')).error.details).toMatchObject({ source: project });
    expect(await run(sandbox, 'permissions', 'list')).toMatchObject({
      data: {
        rules: [
          { verdict: 'deny', rule: 'fs read', source: user },
          { verdict: 'deny', rule: 'fs list', source: project },
        ],
      },
    });
    await run(sandbox, 'config', 'unset', '--key', 'permissions.deny');
    expect(await run(sandbox, 'fs', 'read', '--path', 'a.txt')).toMatchObject({ ok: true });
    expect([(await stat(user)).mode & 0o777, JSON.parse(await readFile(user, 'utf8'))]).toEqual([0o600, {}]);
  });

  it('changes nothing when the outcome would not be in order', async () => {
    const sandbox = await openSandbox({}, { language: 'ko' });
    for (const [key, value, message] of [
      ['languge', 'ko', 'Did you mean language?'],
      ['language', 'kr', 'One of: en, ko, ja, zh.'],
      ['permissions.mode', 'yolo', 'One of: plan, default'],
      ['hooks.Stopp', '[]', 'Did you mean Stop?'],
      ['providers.x', '{"type":"anthropic","key":"x"}', 'Did you mean apiKey?'],
      ['models."a.b".window', 'wide', ''],
    ] as const) {
      const { code, error } = await set(sandbox, key, value);
      expect([code, error.code, error.hint]).toEqual([2, 'INVALID_SETTINGS', expect.stringContaining(message)]);
    }
    expect(JSON.parse(await readFile(join(sandbox.home, 'settings.json'), 'utf8'))).toEqual({ language: 'ko' });
    expect(await set(sandbox, 'models."a.b".window', '1000')).toMatchObject({ data: { key: 'models."a.b".window' } });
  });

  it('never shows a key', async () => {
    const settings = {
      providers: { x: { type: 'anthropic', apiKey: 'sk-hidden', headers: { authorization: 'hidden too' } } },
      env: { MY_TOKEN: 'hidden as well', PLAIN: 'shown' },
    };
    const sandbox = await openSandbox({}, settings);
    const { stdout } = await sandbox.helve(['config', 'list']);
    expect(stdout).not.toMatch(/hidden/);
    expect(stdout).toContain('shown');
    expect((await sandbox.helve(['config', 'get', '--key', 'providers.x.apiKey'])).stdout).not.toContain('hidden');
    expect(JSON.stringify(await set(sandbox, 'providers.x.apiKey', 'sk-hidden'))).not.toContain('hidden');
  });

  it('ten at once lose nothing of each other', async () => {
    const sandbox = await openSandbox();
    await Promise.all(Array.from({ length: 10 }, (_, n) => set(sandbox, `env.V${n}`, 'x')));
    const { data } = await run(sandbox, 'config', 'get', '--key', 'env');
    expect(Object.keys(data.value).sort()).toEqual(Array.from({ length: 10 }, (_, n) => `V${n}`));
  });

  it('may not be used by whoever may only edit files', async () => {
    const sandbox = await openSandbox({ '.helve/settings.json': '{}' });
    const mode = ['--permission-mode', 'acceptEdits'];
    expect(await set(sandbox, 'permissions.mode', 'bypassPermissions', ...mode)).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
    for (const path of [
      join(sandbox.home, 'settings.json'),
      '.helve/settings.json',
      '.mcp.json',
      'sub/.claude/settings.local.json',
    ]) {
      const written = await run(sandbox, 'fs', 'write', '--path', path, '--content', '{}', ...mode);
      expect([path, written.error?.details.verdict]).toEqual([path, 'ask']);
    }
    expect(await run(sandbox, 'fs', 'write', '--path', 'a.txt', '--content', 'x', ...mode)).toMatchObject({ ok: true });
  });
});

it('env of the settings reaches programs, that of a project only after consent', async () => {
  const sandbox = await openSandbox({ '.helve/settings.json': '{"env":{"B":"theirs"}}' }, { env: { A: 'mine' } });
  const exec = ['terminal', 'exec', '--command', 'echo "$A $B"'];
  const before = await run(sandbox, ...exec);
  expect([before.data.stdout.trim(), before.warnings]).toEqual([
    'mine',
    [expect.stringContaining('variable B=theirs')],
  ]);
  const settings = join(sandbox.dir, '.helve/settings.json');
  expect(await run(sandbox, 'trust', 'list')).toMatchObject({
    data: { files: [{ path: settings, trusted: false, runs: ['variable B=theirs'] }] },
  });
  expect(await run(sandbox, 'trust', 'allow', '--path', settings)).toMatchObject({ data: { trusted: true } });
  expect((await run(sandbox, ...exec)).data.stdout.trim()).toBe('mine theirs');
  await run(sandbox, 'trust', 'revoke', '--path', settings);
  expect((await run(sandbox, ...exec)).data.stdout.trim()).toBe('mine');
});

it('folders of a project narrow those of the user and never widen them', async () => {
  const sandbox = await openSandbox({
    '.git/HEAD': '',
    'in/a.txt': 'x',
    'b.txt': 'x',
    '.helve/settings.json': '{"permissions":{"roots":["/"]}}',
  });
  await set(sandbox, 'permissions.roots', '["."]');
  const read = (path: string) => run(sandbox, 'fs', 'read', '--path', path);
  expect(await read('/etc/hostname')).toMatchObject({ error: { code: 'OUTSIDE_ROOTS' } });
  expect(await read('b.txt')).toMatchObject({ ok: true });
  await writeFile(join(sandbox.dir, '.helve/settings.json'), '{"permissions":{"roots":["in"]}}');
  const inside = (path: string) => run(sandbox, 'fs', 'read', '--path', path, '--cwd', 'in');
  expect(await inside('a.txt')).toMatchObject({ ok: true });
  expect(await inside('../b.txt')).toMatchObject({ error: { code: 'OUTSIDE_ROOTS' } });
  expect(await read('b.txt')).toMatchObject({ error: { code: 'OUTSIDE_ROOTS' } });
});

it('permissions explain says what would be decided, and runs nothing', async () => {
  const sandbox = await openSandbox({}, { permissions: { deny: ['Bash(rm *)'] } });
  const line = `terminal exec --command "ls; rm x"`;
  expect(await run(sandbox, 'permissions', 'explain', line)).toMatchObject({
    data: { commands: ['ls', 'rm x'], policy: { verdict: 'deny', rule: 'Bash(rm *)' } },
  });
});

it('settings that link elsewhere stay a link, and modes stay', async () => {
  const sandbox = await openSandbox();
  const real = join(sandbox.dir, 'dotfiles.json');
  await writeFile(real, '{}');
  await chmod(real, 0o640);
  await sandbox.run('ln', ['-s', real, join(sandbox.home, 'settings.json')]);
  await mkdir(join(sandbox.dir, 'x'));
  await set(sandbox, 'language', 'ja');
  expect([JSON.parse(await readFile(real, 'utf8')), (await stat(real)).mode & 0o777]).toEqual([
    { language: 'ja' },
    0o640,
  ]);
});
