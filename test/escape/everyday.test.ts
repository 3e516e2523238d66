import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from '../kit/helve.ts';

interface Ran {
  readonly status: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** A repository with a commit, and a way to run a line in it in the sandbox. */
async function openRepository(files: Readonly<Record<string, string>> = {}, settings?: object) {
  const sandbox = await openSandbox({ 'a.txt': 'a\n', ...files }, settings);
  const git = (...args: string[]) => sandbox.run('git', args);
  await git('config', '--global', 'user.name', 'A');
  await git('config', '--global', 'user.email', 'a@b.c');
  await git('init', '-qb', 'main');
  await git('add', '-A');
  await git('commit', '-qm', 'first');
  const run = async (command: string): Promise<Ran> => {
    const { stdout, stderr } = await sandbox.helve([
      'terminal',
      'exec',
      '--sandbox',
      '--command',
      command,
      '--timeout-seconds',
      '50',
    ]);
    const { data } = JSON.parse(stdout) as { data?: Ran };
    return data ?? { status: 'refused', stdout, stderr };
  };
  return { ...sandbox, git, run };
}

const SERVER = `const http = require('node:http');
const server = http.createServer((_, response) => response.end('served')).listen(0, '127.0.0.1', async () => {
  console.log(await (await fetch('http://localhost:' + server.address().port)).text());
  server.close();
});`;

describe('everyday work in the sandbox', () => {
  it.each([
    ['git status', 'git status --short', /^$/],
    ['git commit', 'echo b >> a.txt && git commit -qam second && git log --format=%s', /^second\nfirst\n$/],
    [
      'git commit of a new file',
      'echo b > b.txt && git add -A && git commit -qm b && git show --stat HEAD',
      /1 file changed/,
    ],
    [
      'git rebase',
      'git checkout -qb x && echo x > x && git add x && git commit -qm x && git checkout -q main && echo y > y && git add y && git commit -qm y && git rebase -q main x && git log --format=%s',
      /^x\ny\nfirst\n$/,
    ],
    [
      'git stash, merge and tag',
      'git checkout -qb x && echo x > x && git add x && git commit -qm x && git checkout -q main && git merge -q x && git tag t && echo z >> a.txt && git stash -q && git stash pop -q && git tag',
      /^t\n$/,
    ],
    [
      'git init of a new repository',
      'git init -q new && cd new && echo 1 > f && git add f && git commit -qm n && git log --format=%s',
      /^n\n$/,
    ],
    ['git clone of the project', 'git clone -q . copy && cat copy/a.txt', /^a\n$/],
    [
      'git worktree',
      'git worktree add -q wt -b w && cd wt && echo w > w && git add w && git commit -qm w && git log --format=%s',
      /^w\nfirst\n$/,
    ],
    ['a test server on loopback', `node -e "${SERVER.replaceAll('"', '\\"').replaceAll('$', '\\$')}"`, /^served\n$/],
    ['node --test', 'node --test', /pass 1/],
    ['make', 'make -s', /^made\n$/],
    ['a search', 'grep -rn a . --include=a.txt', /a\.txt:1:a/],
    ['a compiler', 'cc -o hello hello.c && ./hello', /^hello\n$/],
    ['python', 'python3 -c "import tempfile; f = tempfile.NamedTemporaryFile(); print(f.name[:5])"', /^\/tmp\/\n$/],
    ['npm run', 'npm run -s say', /^said\n$/],
    [
      'npm pack and install from a tarball',
      'npm pack -s >/dev/null && mkdir into && cd into && npm init -y >/dev/null && npm install --offline --no-audit --cache /tmp/npm ../p-1.0.0.tgz >/dev/null && node -p "require(\'p/package.json\').name"',
      /^p\n$/,
    ],
    [
      'pipes, here documents and process substitution',
      'cat <<< x; diff <(echo 1) <(echo 1) && echo y | tee /dev/stderr; echo z > /dev/stdout',
      /^x\ny\nz\n$/,
    ],
    [
      'its own unix socket',
      "node -e \"const n=require('net');const s=n.createServer(c=>c.end('own')).listen('/tmp/s',()=>n.connect('/tmp/s').on('data',d=>{console.log(String(d));s.close()}))\"",
      /^own\n$/,
    ],
    [
      'its own tmux server',
      'tmux -f /dev/null new-session -d "sleep 100" && tmux list-sessions && tmux kill-server',
      /^0: 1 windows/,
    ],
    ['vim', 'vim -es -c "normal ggAb" -c wq a.txt; cat a.txt', /^ab\n$/],
    ['less', 'less a.txt | cat', /^a\n$/],
  ])('%s', async (_, command, expected) => {
    const { run } = await openRepository({
      Makefile: 'all:\n\t@echo made\n',
      'hello.c': '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n',
      'x.test.js': 'require("node:test")("x", () => {});\n',
      'package.json': '{"name":"p","version":"1.0.0","scripts":{"say":"echo said"}}',
    });
    const { status, stdout, stderr } = await run(command);
    expect({ status, stdout, stderr }).toMatchObject({ status: 'success', stdout: expect.stringMatching(expected) });
  });

  it('a hook of the repository runs at git commit, and cannot be changed', async () => {
    const { run, dir } = await openRepository();
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(dir, '.git/hooks/pre-commit'), '#!/bin/sh\necho hooked >&2\n', { mode: 0o755 });
    expect(await run('echo x >> .git/hooks/pre-commit; echo b >> a.txt; git commit -qam b')).toMatchObject({
      status: 'success',
      stderr: expect.stringMatching(/Read-only file system\n.*hooked/s),
    });
  });

  it('hooks can be installed once a rule allows that', async () => {
    const { run, dir } = await openRepository({}, { permissions: { allow: ['Edit(.git/hooks/**)'] } });
    expect(await run('echo "#!/bin/sh" > .git/hooks/pre-push')).toMatchObject({ status: 'success' });
    expect(existsSync(join(dir, '.git/hooks/pre-push'))).toBe(true);
  });

  it('a linked worktree can commit', async () => {
    const { git, run, dir, helve } = await openRepository();
    await git('worktree', 'add', '-q', '../linked', '-b', 'w');
    const { stdout } = await helve([
      '--cwd',
      join(dir, '../linked'),
      'terminal',
      'exec',
      '--sandbox',
      '--command',
      'echo w > w && git add w && git commit -qm w && git log --format=%s; git config a.b c',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      data: { stdout: 'w\nfirst\n', stderr: expect.stringContaining('config') },
    });
    expect(await run('git config --get a.b || echo unset')).toMatchObject({ stdout: 'unset\n' });
  });

  it('temporary files outside /tmp projects are found again by the next command', async () => {
    const { helve } = await openRepository();
    const from = ['--cwd', join(import.meta.dirname, '..')];
    const exec = async (command: string) =>
      JSON.parse((await helve([...from, 'terminal', 'exec', '--sandbox', '--command', command])).stdout) as {
        data: Ran;
      };
    expect((await exec('echo kept > /tmp/note; cat /tmp/note')).data.stdout).toBe('kept\n');
  });
});
