import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox } from '../kit/helve.ts';
import { connect } from '../kit/mcp.ts';

/** What helve decides by itself, where no sandbox confines anything. */
async function openProject(files: Readonly<Record<string, string>>, permissions: object, more: object = {}) {
  const sandbox = await openSandbox(files, { sandbox: 'off', permissions, ...more });
  await sandbox.run('git', ['init', '-q']);
  onTestFinished(async () => void (await sandbox.helve(['service', 'stop'])));
  const say = async (...args: readonly string[]) => {
    const { stdout } = await sandbox.helve(args);
    return {
      ...(JSON.parse(stdout) as { readonly ok: boolean; readonly error?: { readonly code: string } }),
      stdout,
    };
  };
  return { ...sandbox, say };
}

const DENIED = { ok: false, error: { code: 'PERMISSION_DENIED' } };

describe('relative rules of the user', () => {
  it('start at the project, wherever in it helve is called', async () => {
    const { say, dir } = await openProject(
      { 'conf/k.txt': 'BAIT', 'conf/deep/k.txt': 'BAIT' },
      { deny: ['Read(conf/**)'] },
    );
    for (const [folder, path] of [
      ['.', 'conf/k.txt'],
      ['conf', 'k.txt'],
      ['conf/deep', 'k.txt'],
      ['conf/deep', '../k.txt'],
    ]) {
      expect(await say('fs', 'read', '--path', path ?? '', '--cwd', join(dir, folder ?? ''))).toMatchObject(DENIED);
    }
  });

  it('with a slash too many are reported', async () => {
    const { say } = await openProject({ 'conf/k.txt': 'BAIT', 'a.txt': 'a' }, { deny: ['Read(/conf/**)'] });
    expect((await say('fs', 'read', '--path', 'a.txt')).stdout).toContain(
      'can never match: there is no /conf; a path in the project is written without the slash: conf/**',
    );
  });

  it('in settings of Claude Code start at the settings with a slash, and are absolute with two', async () => {
    const { say, dir } = await openProject({ 'a.txt': 'BAIT', 'b.txt': 'BAIT', 'c.txt': 'BAIT' }, {});
    await mkdir(join(dir, '.claude'));
    const deny = ['Read(/a.txt)', `Read(/${dir}/b.txt)`, `Read(${dir}/c.txt)`];
    await writeFile(join(dir, '.claude/settings.json'), JSON.stringify({ permissions: { deny } }));
    for (const path of ['a.txt', 'b.txt', 'c.txt'])
      expect(await say('fs', 'read', '--path', path)).toMatchObject(DENIED);
  });
});

it('variables and aliases that an agent sets do not change what the user runs', async () => {
  const sandbox = await openProject({}, {});
  const client = await connect(sandbox, ['--tools', 'all']);
  await sandbox.say('terminal', 'env', 'set', '--name', 'MINE', '--value', 'mine');
  await client.call('CliEnv', { action: 'set', name: 'LD_PRELOAD_BAIT', value: 'BAIT' });
  await client.call('CliEnv', { action: 'unset', name: 'MINE' });
  await client.call('TerminalAliasSet', { name: 'unit', command: 'echo BAIT' });
  // Also through a helve that the agent starts.
  await client.call('CliRun', { command: 'sh -c "helve terminal env set --name NESTED --value BAIT"' });
  const own = await client.call('CliRun', { command: 'env' });
  const alias = await client.call('TerminalAliasList', {});
  expect(JSON.stringify(own)).toMatch(/LD_PRELOAD_BAIT=BAIT.*NESTED=BAIT|NESTED=BAIT.*LD_PRELOAD_BAIT=BAIT/);
  expect(JSON.stringify([own, alias])).toContain('echo BAIT');
  expect(JSON.stringify(own)).not.toContain('MINE=mine');
  const said = await Promise.all([
    sandbox.say('terminal', 'exec', '--command', 'env'),
    sandbox.say('terminal', 'env', 'list'),
    sandbox.say('terminal', 'alias', 'list'),
    sandbox.say('terminal', 'exec', '--alias', 'unit'),
  ]);
  expect(JSON.stringify(said)).not.toContain('BAIT');
  expect(JSON.stringify(said[0])).toContain('MINE=mine');
  // Another client has its own.
  const other = await connect(sandbox, ['--tools', 'all']);
  expect(JSON.stringify(await other.call('CliRun', { command: 'env' }))).not.toContain('BAIT');
});

describe('a rule for a command covers', () => {
  it.each([
    ['fs delete', ['fs', 'delete-file', '--name', 'a.txt']],
    ['fs delete', ['fs', 'delete-folder', '--name', 'folder']],
    ['fs delete', ['fs', 'patch', '--patch', '--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n']],
    ['fs delete', ['fs', 'patch', '--reverse', '--patch', '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+a\n']],
    ['fs write', ['fs', 'create-file', '--name', 'b.txt', '--source', 'x']],
    ['fs write', ['fs', 'update', '--name', 'a.txt', '--content', 'x']],
    ['fs mkdir', ['fs', 'create-folder', '--name', 'made']],
    ['fs grep', ['fs', 'search', '--regex', 'a']],
    ['terminal env set', ['terminal', 'env', '--action', 'set', '--name', 'X', '--value', 'y']],
    ['git push', ['terminal', 'exec', '--command', 'git p origin main']],
    ['git push', ['terminal', 'exec', '--command', 'git -C . p']],
    ['git push', ['terminal', 'exec', '--command', 'git -c alias.q=push q']],
    ['git push', ['terminal', 'exec', '--command', 'git --config-env=alias.q=V q']],
    [
      'git push',
      ['terminal', 'exec', '--command', 'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.q GIT_CONFIG_VALUE_0=push git q'],
    ],
    ['git push', ['terminal', 'exec', '--command', 'git send-pack ../up main']],
    ['git push', ['terminal', 'exec', '--command', 'git submodule foreach git push']],
    ['git push', ['terminal', 'exec', '--command', 'git rebase -x "git push" HEAD']],
    ['Bash(git push *)', ['terminal', 'exec', '--command', 'git p']],
  ])('%s: %j', async (rule, args) => {
    const { say, run, dir } = await openProject({ 'a.txt': 'a\n', 'folder/x': 'x' }, { deny: [rule] });
    await run('git', ['config', 'alias.p', 'push']);
    expect(await say(...args)).toMatchObject(DENIED);
    expect(existsSync(join(dir, 'a.txt')) && existsSync(join(dir, 'folder'))).toBe(true);
  });

  it('only what it names: other commands of git run', async () => {
    const { say } = await openProject({ 'a.txt': 'a\n' }, { deny: ['git push'] });
    for (const line of ['git status --short', 'git add a.txt', 'git -c color.ui=never diff', 'git stash list']) {
      expect([line, (await say('terminal', 'exec', '--command', line)).ok]).toEqual([line, true]);
    }
  });

  it('and to allow a command by its name is enough', async () => {
    const { say } = await openProject({ 'a.txt': 'a\n' }, { allow: ['fs delete-file'] });
    expect(await say('fs', 'delete-file', '--name', 'a.txt', '--permission-mode', 'default')).toMatchObject({
      ok: true,
    });
  });
});

it('the home folder is not a project whose edits are accepted', async () => {
  const { say, env } = await openProject({}, {});
  const home = env.HOME ?? '';
  for (const path of [
    '.bashrc',
    '.profile',
    '.xprofile',
    '.config/autostart/x.desktop',
    '.local/bin/ls',
    'bin/ls',
    'notes.txt',
  ]) {
    const made = ['fs', 'write', '--path', path, '--content', 'x', '--cwd', home];
    expect([path, await say(...made, '--permission-mode', 'acceptEdits')]).toMatchObject([path, DENIED]);
    expect(existsSync(join(home, path))).toBe(false);
  }
});

it('git folders of any name are not files of the project whose edits are accepted', async () => {
  const { say, dir, run } = await openProject({ 'notes/HEAD': 'x', 'notes/a.txt': 'a' }, {});
  await run('git', ['init', '-q', '--bare', 'bare']);
  await run('git', ['init', '-q', '--separate-git-dir', 'apart', 'work']);
  await run('git', ['config', 'include.path', '../shared.inc']);
  await run('git', ['config', 'core.hooksPath', 'scripts/hooks']);
  const write = (path: string) =>
    say('fs', 'write', '--path', path, '--content', 'x', '--permission-mode', 'acceptEdits');
  for (const path of [
    'bare/config',
    'bare/hooks/post-update',
    'bare/info/attributes',
    'apart/config',
    'apart/hooks/x',
  ]) {
    expect([path, await write(path)]).toMatchObject([path, DENIED]);
  }
  for (const path of ['shared.inc', 'scripts/hooks/pre-commit'])
    expect([path, await write(path)]).toMatchObject([path, DENIED]);
  expect(
    await say('fs', 'move', '--from', 'notes/a.txt', '--to', 'bare/hooks/update', '--permission-mode', 'acceptEdits'),
  ).toMatchObject(DENIED);
  expect(existsSync(join(dir, 'scripts'))).toBe(false);
  expect(await write('notes/new.txt')).toMatchObject({ ok: true });
});

it('an agent stops the sessions that it started without a question, and no others', async () => {
  const sandbox = await openSandbox();
  await sandbox.run('git', ['init', '-q']);
  const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'default', '--sandbox']);
  const started = await client.call('CliSession', { sessionId: 'own', command: 'sleep 1000' });
  expect(started.isError ?? false).toBe(false);
  expect((await client.call('CliStop', { sessionId: 'own', force: true })).structuredContent).toMatchObject({
    status: 'stopped',
  });
  expect(JSON.stringify(await client.call('CliStop', { sessionId: 'other' }))).toContain('PERMISSION_DENIED');
});

describe('of the home of helve, a model reads', () => {
  const PRIVATE = [
    'projects/p/c.jsonl',
    'mcp-auth/server.json',
    'snapshots/ab/cd',
    'browser/audit.jsonl',
    'owners/x/environment.json',
    'service.log',
    'new-folder/new',
  ];
  const SHOWN = ['skills/s/SKILL.md', 'agents/a.md', 'plugins/p/README.md', 'HELVE.md'];

  it('what is meant to be read, and nothing else', async () => {
    const sandbox = await openSandbox();
    for (const name of [...PRIVATE, ...SHOWN]) {
      await mkdir(dirname(join(sandbox.home, name)), { recursive: true });
      await writeFile(join(sandbox.home, name), `${PRIVATE.includes(name) ? 'BAITVALUE' : 'SHOWN'}\n`);
    }
    const usual = join(sandbox.env.HOME ?? '', '.helve');
    await mkdir(usual);
    await writeFile(join(usual, 'token'), 'BAITVALUE');
    const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'default']);
    const read = async (path: string) => JSON.stringify(await client.call('TextRead', { filePath: path }));
    const said = [
      ...(await Promise.all(PRIVATE.map((name) => read(join(sandbox.home, name))))),
      await read(join(usual, 'token')),
      JSON.stringify(await client.call('TextSearch', { pattern: 'B.ITVALUE', path: sandbox.home })),
      JSON.stringify(await client.call('FsList', { path: sandbox.home, recursive: true, all: true })),
    ].join();
    expect(said).not.toContain('BAITVALUE');
    for (const name of SHOWN)
      expect([name, await read(join(sandbox.home, name))]).toEqual([name, expect.stringContaining('SHOWN')]);
  });
});

it('a file that a rule denies to read is not moved to the trash, where it could be read', async () => {
  const { say, dir } = await openProject({ 'secret/k.txt': 'BAIT' }, { deny: ['Read(secret/**)'] });
  for (const path of ['secret/k.txt', 'secret']) {
    expect(await say('fs', 'delete', '--path', path, '--recursive')).toMatchObject(DENIED);
  }
  expect(await readFile(join(dir, 'secret/k.txt'), 'utf8')).toBe('BAIT');
  expect(await say('fs', 'delete', '--path', 'secret/k.txt', '--permanent')).toMatchObject({ ok: true });
});

it('a file that a rule asks about is left out of what a search finds', async () => {
  const { say } = await openProject({ '.env': 'KEY=BAIT\n', 'a.txt': 'KEY=a\n' }, { ask: ['Read(.env)'] });
  const search = ['fs', 'grep', '--query', 'KEY', '--all', '--permission-mode'];
  const { stdout } = await say(...search, 'default');
  expect(stdout).toContain('KEY=a');
  expect(stdout).not.toContain('BAIT');
  expect((await say(...search, 'bypassPermissions')).stdout).toContain('BAIT');
});

it('a model changes settings only with commands that declare which of their calls a person approves', async () => {
  const sandbox = await openSandbox();
  await sandbox.run('git', ['init', '-q']);
  const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'acceptEdits']);
  const file = join(sandbox.dir, '.helve/settings.json');
  await client.call('TextCreate', { filePath: file, content: '{"permissions":{"allow":["*"]}}' });
  await client.call('FsCreateFolder', { path: '.', name: '.helve' });
  await client.call('ConfigSet', { key: 'permissions.allow', value: '["*"]', scope: 'project' });
  expect(existsSync(file)).toBe(false);
});
