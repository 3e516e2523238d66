import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../kit/mcp.ts';
import { openRepository } from './repository.ts';

const COMMITS = 'for n in 1 2 3; do echo $n > f$n; git add f$n; git commit -qm c$n; done';
const FILES = {
  Makefile: 'hello: hello.c\n\t$(CC) -o $@ $<\n',
  'hello.c': '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n',
  'test_sum.py': 'import unittest\nclass Sum(unittest.TestCase):\n  def test(self): self.assertEqual(1 + 1, 2)\n',
  'sum.ts': 'export const sum = (a: number, b: number): number => a + b;\n',
  'main.ts': "import { sum } from './sum.ts';\nconsole.log(sum(1, 2));\n",
  'index.html': '<script type="module" src="/main.ts"></script>\n',
  'serve.mjs':
    "import http from 'node:http';\nhttp.createServer((_, r) => r.end('served\\n')).listen(0, function () { console.log('port ' + this.address().port); });\n",
};
const SERVE = (start: string) =>
  `${start} > log & until port=$(grep -oE 'port [0-9]+' log | grep -oE '[0-9]+'); do sleep 0.05; done; curl -s http://localhost:$port/; kill %1`;

describe('everyday programs in the sandbox', () => {
  it.each([
    [
      'git rebase -i',
      `${COMMITS}; GIT_SEQUENCE_EDITOR="sed -i 2s/pick/drop/" git rebase -qi HEAD~3 && git log --format=%s`,
      /^c3\nc1\nfirst\n$/,
    ],
    [
      'git rebase with a conflict',
      'git checkout -qb x && echo x > a.txt && git commit -qam x && git checkout -q main && echo y > a.txt && git commit -qam y && ! git rebase -q main x >/dev/null 2>&1 && echo z > a.txt && git add a.txt && GIT_EDITOR=true git rebase --continue >/dev/null && git log --format=%s && cat a.txt',
      /^x\ny\nfirst\nz\n$/,
    ],
    [
      'git bisect, cherry-pick, revert and gc',
      `${COMMITS}; git bisect start HEAD HEAD~3 >/dev/null 2>&1; git bisect run test ! -f f2 2>&1 | grep -c "is the first bad commit"; git bisect reset >/dev/null 2>&1; git checkout -qb p HEAD~2 && git cherry-pick main >/dev/null && git revert --no-edit HEAD >/dev/null && git gc -q && git log --format=%s`,
      /^1\nRevert "c3"\nc3\nc1\nfirst\n$/,
    ],
    [
      'git push, fetch and pull with a repository in the project',
      'git init -qb main --bare hub.git && git push -q ./hub.git main && git clone -q hub.git other && cd other && echo o > o && git add o && git commit -qm o && git push -q && cd .. && git pull -q ./hub.git main && git log --format=%s',
      /^o\nfirst\n$/,
    ],
    [
      'git format-patch, am, blame, archive and clean',
      `${COMMITS}; git format-patch -q -1 && git reset -q --hard HEAD~1 && git am -q 0001-c3.patch && git blame f3 | wc -l && git archive HEAD | tar t | grep f3 && git clean -fq && git status --short`,
      /^1\nf3\n$/,
    ],
    ['ripgrep', 'rg -n --no-heading hello -g "*.c"', /^hello\.c:2:/],
    ['make with a C file', 'make -s && ./hello', /^hello\n$/],
    ['python -m unittest', 'python3 -m unittest 2>&1', /OK\n$/],
    [
      'python multiprocessing',
      'python3 -c "from multiprocessing import Pool; print(Pool(2).map(abs, [-1]))"',
      /^\[1\]/,
    ],
    ['tsc', 'node_modules/.bin/tsc --noEmit --allowImportingTsExtensions main.ts && echo checked', /^checked\n$/],
    ['a rolldown build', 'node_modules/.bin/rolldown main.ts -d out -s >/dev/null && node out/main.js', /^3\n$/],
    [
      'a vite build',
      'node_modules/.bin/vite build --logLevel error && grep -c "console.log" dist/assets/*.js',
      /^1\n$/,
    ],
    ['a node server', SERVE('node serve.mjs'), /^served\n$/],
    ['a python server', SERVE('python3 -u -m http.server 0'), /index|Directory listing|script/],
    ['a file watcher', watching('.'), /^seen\.txt\n$/],
    [
      'fifo, flock, nohup, setsid, timeout and mktemp',
      'mkfifo p; echo fifo > p & cat p; flock lock echo locked; nohup echo hup 2>/dev/null; setsid -w echo sid; timeout 0.1 sleep 9; echo $?; echo t > $(mktemp) && ls -d "$TMPDIR"/tmp.* | wc -l',
      /^fifo\nlocked\nhup\nsid\n124\n1\n$/,
    ],
    [
      'a unix socket in the project',
      "node -e \"const n=require('net');const s=n.createServer(c=>c.end('own')).listen('./s',()=>n.connect('./s').on('data',d=>{console.log(String(d));s.close()}))\"",
      /^own\n$/,
    ],
    ['shared memory', 'echo shared > /dev/shm/x && cat /dev/shm/x', /^shared\n$/],
    [
      'facts about the machine',
      'grep -c MemTotal /proc/meminfo; grep -q . /proc/cpuinfo && ls /sys/class/net | grep -x lo; test -r /etc/resolv.conf && getent hosts localhost >/dev/null && date -d @0 +%Y; TZ=Asia/Tokyo date -d @0 +%H; locale charmap',
      /^1\nlo\n1970\n09\nUTF-8\n$/,
    ],
  ])('%s', async (_, command, expected) => {
    const { dir, run } = await openRepository({ ...FILES, '.gitignore': 'node_modules\n' });
    await linkTools(dir);
    const { status, stdout, stderr } = await run(command);
    expect({ status, stdout, stderr }).toMatchObject({ status: 'success', stdout: expect.stringMatching(expected) });
  });

  it('husky hooks run at git commit', async () => {
    const { dir, git, run } = await openRepository({ '.husky/pre-commit': '#!/bin/sh\necho checked >&2\n' });
    await chmod(join(dir, '.husky/pre-commit'), 0o755);
    await git('config', 'core.hooksPath', '.husky');
    expect(await run('echo b >> a.txt; git commit -qam b')).toMatchObject({
      status: 'success',
      stderr: expect.stringContaining('checked'),
    });
  });

  it.each([
    ['exit 3', 3],
    ['kill -9 $$', 137],
    ['sh -c "kill -TERM \\$\\$"; exit $?', 143],
  ])('%s is reported as exit code %i', async (command, exitCode) => {
    const { run } = await openRepository();
    expect(await run(command)).toMatchObject({ status: 'error', exitCode });
  });

  it('a timeout leaves no process', async () => {
    const { run } = await openRepository();
    expect(await run('env -i setsid sleep 4713 & sleep 4713', 1)).toMatchObject({ status: 'timeout' });
    await expect.poll(() => sleeping('4713')).toEqual([]);
  });

  it('a program can write and print 20 MB', async () => {
    const { run } = await openRepository();
    expect(await run('yes | head -c 20000000 > big; wc -c < big; head -c 3000000 big | tail -c 2')).toMatchObject({
      stdout: '20000000\ny\n',
    });
    expect(await run('cat big')).toMatchObject({ status: 'success', exitCode: 0 });
  });

  it('ssh-add reports plainly that there is no agent', async () => {
    const { run } = await openRepository();
    const { stderr, status } = await run('ssh-add -l');
    expect({ status, stderr }).toMatchObject({
      status: 'error',
      stderr: expect.stringContaining('authentication agent'),
    });
  });

  it('npm and pip fail at once without a network, and the result names the network', async () => {
    const { run } = await openRepository({ 'package.json': '{}' });
    const registry = '--registry http://registry.example';
    const { status, stderr, sandbox } = await run(`npm install ${registry} some-package`, 25);
    expect({ status, stderr, sandbox }).toMatchObject({
      status: 'error',
      stderr: expect.stringContaining('EAI_AGAIN'),
      sandbox: { needs: [{ kind: 'network' }] },
    });
    expect(await run('env | grep -iE "^(npm_config_fetch_retries|PIP_RETRIES)=" | sort')).toMatchObject({
      stdout: 'PIP_RETRIES=0\nnpm_config_fetch_retries=0\n',
    });
  });

  it('folders for caches, state and histories can be written', async () => {
    const { run } = await openRepository();
    const names = ['npm_config_cache', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'YARN_GLOBAL_FOLDER', 'IPYTHONDIR'];
    expect(await run(names.map((name) => `mkdir -p "$${name}" && touch "$${name}/x"`).join(' && '))).toMatchObject({
      status: 'success',
    });
  });

  it('programs that tools have installed in the cache folder are found', async () => {
    const { env, run } = await openRepository();
    const browsers = join(env.HOME ?? '', '.cache/ms-playwright');
    await mkdir(browsers, { recursive: true });
    expect(
      await run('mkdir -p "$XDG_CACHE_HOME" && echo "$PLAYWRIGHT_BROWSERS_PATH:$CYPRESS_CACHE_FOLDER"'),
    ).toMatchObject({
      status: 'success',
      stdout: `${browsers}:\n`,
    });
  });
});

describe('programs on a terminal, in sessions of helve mcp --sandbox', () => {
  async function openSession(command: string) {
    const { dir, env } = await openRepository({
      ...FILES,
      'long.txt': Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n'),
    });
    const client = await connect({ dir, env }, ['--sandbox']);
    const started = await client.call('CliSession', { sessionId: 's', command });
    const screen = async () => {
      const read = await client.call('CliRead', { sessionId: 's', view: 'screen', timeoutSeconds: 0 });
      const { rows = [] } = (read.structuredContent?.screen ?? {}) as { rows?: readonly string[] };
      return rows.join('\n');
    };
    const type = (input: string) => client.call('CliWrite', { sessionId: 's', input });
    return { dir, client, type, screen, started: JSON.stringify(started.structuredContent) };
  }

  it('a node REPL evaluates lines, and has a history', async () => {
    const { type, screen } = await openSession('node');
    await expect.poll(screen).toContain('>');
    await type('6 * 7{enter}');
    await expect.poll(screen).toMatch(/^42$/m);
    expect(await screen()).not.toContain('history');
  });

  it('a python REPL evaluates lines and ends', async () => {
    const { type, screen } = await openSession('python3 -q');
    await expect.poll(screen).toContain('>>>');
    await type('6 * 7{enter}');
    await expect.poll(screen).toMatch(/^42$/m);
    await type('exit(){enter}');
    expect(await screen()).not.toMatch(/Error|history/);
  });

  it('vim edits and saves a file', async () => {
    const { dir, type, screen } = await openSession('vim -u NONE a.txt');
    await expect.poll(screen).toContain('a.txt');
    await type('Ahello{esc}:wq{enter}');
    await expect.poll(() => readFile(join(dir, 'a.txt'), 'utf8')).toBe('ahello\n');
  });

  it.each([['less long.txt'], ['git --paginate log --format="%h %s" | cat long.txt - | less']])(
    '%s shows pages',
    async (command) => {
      const { type, screen } = await openSession(command);
      await expect.poll(screen).toContain('line 0');
      await type('G');
      await expect.poll(screen).toContain('line 99');
    },
  );

  it('tmux runs a shell of its own', async () => {
    const { type, screen } = await openSession('tmux -f /dev/null new-session sh');
    await expect.poll(screen).toContain('[0]');
    await type('echo in $((40 + 2)) tmux{enter}');
    await expect.poll(screen).toContain('in 42 tmux');
  });

  it('a server in a shell is ended by ctrl+c, and one in the background is fetched', async () => {
    const { type, screen, client } = await openSession('sh');
    await type('node serve.mjs; echo ended $?{enter}');
    await expect.poll(screen).toMatch(/^port \d+/m);
    await type('{ctrl+c}');
    await type('echo back{enter}');
    await expect.poll(screen).toMatch(/^back$/m);
    await type('node serve.mjs > log & echo started{enter}');
    await expect.poll(screen).toMatch(/^started$/m);
    await type("until curl -s localhost:$(grep -oE '[0-9]+' log); do sleep 0.1; done{enter}");
    await expect.poll(screen).toMatch(/^served$/m);
    expect(await client.call('CliStop', { sessionId: 's' })).toMatchObject({
      structuredContent: { status: 'stopped' },
    });
  });
});

/** A program that prints the name of the file that it sees being written. */
function watching(folder: string): string {
  return `node -e "const fs=require('fs');const w=fs.watch('${folder}',(_,f)=>{if(f!=='seen.txt')return;console.log(f);w.close();clearInterval(t)});const t=setInterval(()=>fs.writeFileSync('seen.txt','1'),20)" | uniq`;
}

async function linkTools(dir: string): Promise<void> {
  await mkdir(join(dir, 'node_modules'));
  const modules = join(import.meta.dirname, '../../node_modules');
  for (const name of ['.bin', 'typescript', 'rolldown', 'vite']) {
    await symlink(join(modules, name), join(dir, 'node_modules', name));
  }
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  expect(existsSync(join(modules, '.bin/vite'))).toBe(true);
}

/** The processes of one test. */
function sleeping(seconds: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${seconds}\0`;
    } catch {
      return false;
    }
  });
}
