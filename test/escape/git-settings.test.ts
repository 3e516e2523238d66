import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CommandError, Registry, runCommand } from '../../packages/command/src/index.ts';
import { authorityOf, createPolicy, parseRule } from '../../packages/policy/src/index.ts';
import { gitModule } from '../../packages/project/src/index.ts';
import { openSandbox } from '../kit/helve.ts';

const SETTINGS = { sandbox: 'required', permissions: { mode: 'default', deny: ['Read(secret/**)', 'Read(**/.env)'] } };

/** A project whose repository has one inside, a submodule, a bare one and linked work trees. */
async function openRepositories() {
  const files = {
    'a.txt': 'a\n',
    'secret/k.txt': 'BAIT-SECRET\n',
    'secret/deep/run.sh': 'BAIT-SECRET\n',
    '.env': 'BAIT-SECRET\n',
  };
  const sandbox = await openSandbox(files, SETTINGS);
  const git = (...args: string[]) => sandbox.run('git', args);
  await git('config', '--global', 'user.name', 'A');
  await git('config', '--global', 'user.email', 'a@b.c');
  await git('config', '--global', 'protocol.file.allow', 'always');
  await git('config', '--global', 'safe.directory', '*');
  await git('init', '-qb', 'main');
  await sandbox.run('chmod', ['+x', 'secret/deep/run.sh']);
  await git('add', '-A');
  // Git takes a file that is as young as the index for one that may have changed.
  await sandbox.run('touch', ['-d', '2020-01-01', 'a.txt', '.env', 'secret/k.txt', 'secret/deep/run.sh']);
  await git('add', '-A');
  await git('commit', '-qm', 'first');
  const bait = join(sandbox.dir, '../PWN');
  /** What is in the way is printed, so that a test that fails tells why. */
  const confined = async (script: string) => {
    await writeFile(join(sandbox.dir, 'attempt.sh'), script);
    const { stdout } = await sandbox.helve(['terminal', 'exec', '--command', 'sh attempt.sh']);
    await rm(join(sandbox.dir, 'attempt.sh'));
    return JSON.parse(stdout) as {
      readonly ok: boolean;
      readonly data: { readonly stdout: string; readonly stderr: string };
    };
  };
  return { ...sandbox, git, bait, confined };
}

const FOLDERS = {
  nested: 'nested/.git',
  'a submodule': '.git/modules/module',
  'the work tree in the project': '.git/worktrees/tree',
  'the bare repository': 'bare.git',
  'the repository': '.git',
};

/** What configurations name: files that they include, and folders of hooks. Half of them do not exist. */
const NAMED = [
  'included',
  'missing/included',
  'branch',
  'hooks-of-user',
  'nested/hooks-of-user',
  'nested/included',
  'deep/hooks',
];

it('files and folders that the settings of git name cannot be written or created', async () => {
  const { dir, git, confined, bait, helve, run } = await openRepositories();
  const nested = (...args: string[]) => run('git', ['-C', 'nested', ...args]);
  await writeFile(join(dir, 'included'), '[user]\n\tname = A\n');
  await git('init', '-q', 'nested');
  await git('config', '--global', 'core.hooksPath', 'hooks-of-user');
  await git('config', '--local', 'include.path', '../included');
  await git('config', '--local', 'includeIf.onbranch:other.path', '../branch');
  await git('config', '--local', '--add', 'include.path', '../missing/included');
  await git('config', '--local', '--add', 'core.hooksPath', join(dir, 'deep/hooks'));
  await nested('config', 'include.path', '../included');
  const before = await git('status', '--porcelain');
  const { data } = await confined(`
for path in ${NAMED.join(' ')} .git/config.worktree nested/.git/config.worktree; do
  rm -rf $path; mkdir -p $(dirname $path); mv $(dirname $path)/../$(basename $path) x
  printf '[core]\\n\\tfsmonitor = touch ${bait}\\n' > $path || { mkdir -p $path; printf '#!/bin/sh\\ntouch ${bait}\\n' > $path/post-index-change && chmod +x $path/post-index-change; }
  [ -s $path ] && grep -qs fsmonitor $path && echo wrote $path
  [ -e $path/post-index-change ] && echo wrote $path
done
git checkout -qb other; git status --short >/dev/null && echo works; exit 0`);
  expect(data.stdout).toBe('works\n');
  await git('status');
  await run('git', ['-C', 'nested', 'status']);
  expect(existsSync(bait)).toBe(false);
  expect(await git('status', '--porcelain')).toEqual(before);
  expect(existsSync(join(dir, 'missing'))).toBe(false);
  const read = await helve(['terminal', 'exec', '--command', 'git config user.name']);
  expect(JSON.parse(read.stdout)).toMatchObject({ data: { stdout: 'A\n' } });
});

it('a guarded link that leads nowhere does not stop the sandbox, and its target cannot be created', async () => {
  const { dir, confined } = await openRepositories();
  const { symlink } = await import('node:fs/promises');
  await symlink('nowhere', join(dir, '.claude'));
  await symlink('some/where/else.json', join(dir, '.mcp.json'));
  await symlink('gone', join(dir, 'notes'));
  const { data } = await confined(`
mkdir nowhere && echo made; mkdir -p .claude/hooks nowhere/hooks && echo made; mkdir -p some/where && echo made
echo x > some/where/else.json && echo made; echo x > .mcp.json && echo made; echo x > free && cat free; exit 0`);
  expect(data.stdout).toBe('x\n');
  expect((await readdir(dir)).filter((name) => /nowhere|some|changed/.test(name))).toEqual([]);
});

/** Plants settings that run a program, in each git folder and in each way that git reads some. */
function plant(bait: string): string {
  const evil = `[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = touch ${bait}\\n\\thooksPath = $PWD/evil/hooks\\n[extensions]\\n\\tworktreeConfig = true\\n`;
  return `
mkdir -p evil/objects evil/refs evil/hooks
printf '#!/bin/sh\\ntouch ${bait}\\n' > evil/hooks/post-index-change; chmod +x evil/hooks/post-index-change
echo 'ref: refs/heads/main' > evil/HEAD
printf "${evil}" > evil/config
for git in ${Object.values(FOLDERS).join(' ')}; do
  for name in config config.worktree; do
    printf "${evil}" > $git/$name; cp evil/config $git/$name; mv $git/$name $git/$name.old; ln -sf $PWD/evil/config $git/$name; rm -f $git/$name; cp evil/config $git/$name
    git config --file $git/$name core.fsmonitor 'touch ${bait}'
  done
  echo $PWD/evil > $git/commondir; rm -f $git/commondir; mv $git/commondir $git/c; ln -s $PWD/evil/HEAD $git/commondir; echo $PWD/evil > $git/new; mv -f $git/new $git/commondir
  echo $PWD/evil > $git/gitdir; cp evil/hooks/post-index-change $git/hooks/; rm -rf $git/hooks; ln -s $PWD/evil/hooks $git/hooks
  mv $git $git.old && cp -r evil $git
done
for link in nested tree module .; do echo "gitdir: $PWD/evil" > $link/.git; rm -f $link/.git; mv $link/.git $link/.got; cp -r evil $link/.git; done
exit 0`;
}

/** The user works on everywhere. */
async function workOn({ run, dir }: Awaited<ReturnType<typeof openRepositories>>): Promise<void> {
  for (const folder of ['.', 'nested', 'tree', 'module', 'bare.git', '../apart']) {
    const at = join(dir, folder);
    await run('sh', [
      '-c',
      'cd "$1" && { git status; git log -1; git add -A; git worktree list; git branch; }',
      'sh',
      at,
    ]);
  }
}

describe('a confined program makes no git outside run something', () => {
  async function openAll(extended: boolean) {
    const project = await openRepositories();
    const { git, run } = project;
    await git('clone', '-q', '.', '../up');
    await git('submodule', '--quiet', 'add', '../up', 'module');
    await git('commit', '-qm', 'module');
    await git('worktree', 'add', '-q', '-b', 'tree', 'tree');
    await git('worktree', 'add', '-q', '-b', 'apart', '../apart');
    await git('clone', '-q', '--bare', '.', 'bare.git');
    await run('git', ['init', '-q', 'nested']);
    await run('rm', ['-rf', 'nested/.git/hooks', '.git/hooks', 'bare.git/hooks']);
    if (extended)
      for (const at of ['.', 'nested']) await run('git', ['-C', at, 'config', 'extensions.worktreeConfig', 'true']);
    return project;
  }

  it.each([false, true])('by the settings of any repository (settings of work trees: %s)', async (extended) => {
    const project = await openAll(extended);
    const before = await readdir(join(project.dir, '.git'));
    await project.confined(plant(project.bait));
    await workOn(project);
    expect(existsSync(project.bait)).toBe(false);
    expect(await readdir(join(project.dir, '.git'))).toEqual(expect.arrayContaining(before));
    // Nothing that stood in is left.
    expect(existsSync(join(project.dir, '.git/commondir'))).toBe(false);
    expect((await project.git('status', '--short', '--', 'a.txt')).stdout).toBe('');
  });

  it('while it still runs', async () => {
    const project = await openAll(true);
    await writeFile(join(project.dir, 'attempt.sh'), `( ${plant(project.bait)} ); touch done; sleep 1000`);
    const args = ['terminal', 'exec', '--command', 'sh attempt.sh', '--timeout-seconds', '300'];
    const running = spawn('helve', args, { cwd: project.dir, env: project.env, stdio: 'ignore' });
    const ended = new Promise((resolve) => running.on('close', resolve));
    onTestFinished(async () => {
      running.kill('SIGTERM');
      await ended;
    });
    await expect.poll(() => existsSync(join(project.dir, 'done')), { timeout: 30_000 }).toBe(true);
    await workOn(project);
    expect(existsSync(project.bait)).toBe(false);
  });

  it('in a linked work tree, whose repository is elsewhere', async () => {
    const { git, run, bait, dir, helve } = await openRepositories();
    await git('worktree', 'add', '-q', '-b', 'apart', '../apart');
    const apart = join(dir, '../apart');
    const script = `for git in ${dir}/.git ${dir}/.git/worktrees/apart; do
for name in config config.worktree; do printf '[core]\\n\\tfsmonitor = touch ${bait}\\n' > $git/$name; done
mkdir -p evil; cp $git/HEAD evil; printf '[core]\\n\\tfsmonitor = touch ${bait}\\n' > evil/config; echo $PWD/evil > $git/commondir
echo /x > $git/gitdir; printf '#!/bin/sh\\ntouch ${bait}' > $git/hooks/post-index-change; chmod +x $git/hooks/post-index-change; done; git commit --allow-empty -qm inside`;
    await writeFile(join(apart, 'attempt.sh'), script);
    await helve(['terminal', 'exec', '--cwd', apart, '--command', 'sh attempt.sh']);
    for (const at of [dir, apart]) await run('git', ['-C', at, 'status']);
    expect(existsSync(bait)).toBe(false);
    expect((await git('log', '-1', '--format=%s', 'apart')).stdout).toBe('inside\n');
  });

  it('the bait works: outside the sandbox the settings are planted', async () => {
    const project = await openAll(true);
    await writeFile(join(project.dir, 'attempt.sh'), plant(project.bait));
    await project.run('sh', ['attempt.sh']);
    await workOn(project);
    expect(existsSync(project.bait)).toBe(true);
  });
});

describe('denied files that git tracks', () => {
  it('are unchanged for git in the sandbox, so that no commit deletes them', async () => {
    const { confined, git, dir } = await openRepositories();
    await writeFile(join(dir, 'a.txt'), 'changed\n');
    const { data } = await confined(
      'cat secret/k.txt secret/deep/run.sh .env; git add -A; git commit -qam all; git rm -rq --cached --ignore-unmatch nothing; git status --short; git stash; git diff HEAD~1 --stat',
    );
    expect(data.stdout).not.toContain('BAIT');
    expect((await git('diff', '--name-only', 'HEAD~1', 'HEAD')).stdout).toBe('a.txt\nattempt.sh\n');
    expect((await git('status', '--short', '--', 'secret', '.env')).stdout).toBe('');
    expect(await readFile(join(dir, 'secret/k.txt'), 'utf8')).toBe('BAIT-SECRET\n');
  });

  it('stay out of commits of helve, too', async () => {
    const { helve, git, dir } = await openRepositories();
    await writeFile(join(dir, 'a.txt'), 'changed\n');
    for (const args of [['add'], ['commit', '--message', 'all']]) {
      expect((await helve(['git', ...args, '--permission-mode', 'bypassPermissions'])).stdout).toContain('"ok":true');
    }
    expect((await git('diff', '--name-only', 'HEAD~1', 'HEAD')).stdout).toBe('a.txt\n');
  });
});

describe('git of helve prints nothing of a denied file', () => {
  const COMMANDS: readonly (readonly [string, object?])[] = [
    ['git blame', { path: 'a.txt' }],
    ['git log', { stat: true }],
    ['git status'],
    ['git diff'],
    ['git diff', { commit: 'HEAD' }],
    ['git show'],
    ['git show', { path: 'a.txt' }],
    ['git show', { path: 'k.txt' }],
    ['git branch'],
    ['git tag'],
    ['git stash', { action: 'list' }],
    ['git worktree'],
  ];
  const registry = new Registry([gitModule]);

  /** All that inspecting commands print in a folder, under a rule that denies to read `secret` of the project. */
  async function printed(
    { dir, env, home }: Awaited<ReturnType<typeof openRepositories>>,
    cwd: string,
  ): Promise<string> {
    const rules = [`Read(${dir}/secret/**)`, `Read(${dir}/**/.env)`].map((text) => parseRule('deny', text, 'test'));
    const base = { root: dir, home: env.HOME };
    const policy = await createPolicy({ mode: 'default', modeSource: 'test', rules, base, cwd });
    const caller = { place: { cwd, env, home }, authority: authorityOf(policy), reach: {}, host: {} };
    const said: string[] = [];
    for (const [path, input = {}] of COMMANDS) {
      const outcome = runCommand(await registry.get(path), input, caller);
      said.push(JSON.stringify(await outcome.catch((thrown: CommandError) => thrown.report())));
    }
    return said.join('\n');
  }

  it('that a setting names', async () => {
    const project = await openRepositories();
    const { git, dir } = project;
    const settings = ['blame.ignoreRevsFile', 'mailmap.file', 'diff.orderFile', 'include.path', 'commit.template'];
    for (const setting of [...settings, 'gpg.ssh.allowedSignersFile', 'log.follow']) {
      await git('config', setting, setting === 'mailmap.file' ? 'secret/k.txt' : join(dir, 'secret/k.txt'));
      expect([setting, await printed(project, dir)]).toEqual([setting, expect.not.stringContaining('BAIT-SECRET')]);
      await git('config', '--unset', setting);
    }
  });

  it('in a repository that a folder of the project leads to', async () => {
    const project = await openRepositories();
    const { dir, git } = project;
    await git('init', '-q', 'secret');
    await git('-C', 'secret', 'add', '-A');
    await git('-C', 'secret', 'commit', '-qm', 'BAIT-SECRET');
    const head = (await git('-C', 'secret', 'rev-parse', 'HEAD')).stdout.trim();
    await mkdir(join(dir, 'file'));
    await writeFile(join(dir, 'file/.git'), `gitdir: ${dir}/secret/.git\n`);
    await mkdir(join(dir, 'common/.git'), { recursive: true });
    await writeFile(join(dir, 'common/.git/HEAD'), `${head}\n`);
    await writeFile(join(dir, 'common/.git/commondir'), `${dir}/secret/.git\n`);
    await git('init', '-q', 'borrowing');
    await writeFile(join(dir, 'borrowing/.git/objects/info/alternates'), `${dir}/secret/.git/objects\n`);
    await git('-C', 'borrowing', 'update-ref', 'HEAD', head);
    await git('init', '-q', 'elsewhere');
    await git('-C', 'elsewhere', 'config', 'core.worktree', join(dir, 'secret'));
    await git('-C', 'elsewhere', 'add', '-A');
    await writeFile(join(dir, 'secret/k.txt'), 'BAIT-SECRET changed\n');
    for (const name of ['file', 'common', 'borrowing', 'elsewhere']) {
      const said = await printed(project, join(dir, name));
      expect([name, said]).toEqual([name, expect.not.stringContaining('BAIT-SECRET')]);
    }
  });

  it('the bait works: without the rule it is printed', async () => {
    const project = await openRepositories();
    await project.git('config', 'blame.ignoreRevsFile', join(project.dir, 'secret/k.txt'));
    const { stdout } = await project.helve([
      'git',
      'blame',
      '--path',
      'a.txt',
      '--permission-mode',
      'bypassPermissions',
    ]);
    await writeFile(join(project.home, 'settings.json'), '{}');
    const open = await project.helve(['git', 'blame', '--path', 'a.txt']);
    expect([stdout, open.stdout]).toEqual([
      expect.not.stringContaining('BAIT-SECRET'),
      expect.stringContaining('BAIT-SECRET'),
    ]);
  });
});
