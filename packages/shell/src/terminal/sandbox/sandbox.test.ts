import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Means, sandboxed, seatbeltProfile } from './sandbox.ts';

const context = { env: { PATH: process.env.PATH, HOME: '/nonexistent' } };

async function makeFolders() {
  const base = await realpath(await mkdtemp(join(tmpdir(), "helve-sandbox a'b-")));
  onTestFinished(() => rm(base, { recursive: true }));
  const [inside, outside] = [join(base, 'in side'), join(base, 'outside')];
  await Promise.all([mkdir(inside), mkdir(outside)]);
  return { inside, outside };
}

async function run(means: Means, folders: readonly string[], args: readonly string[], network = false) {
  const wrapped = await sandboxed({ program: 'sh', args: ['-c', ...args] }, { folders, network }, context, [means]);
  const { status, stdout, stderr } = spawnSync(wrapped.program, wrapped.args, {
    encoding: 'utf8',
    env: context.env,
    cwd: '/',
  });
  return { status, stdout, stderr };
}

describe.each<Means>(['bubblewrap', 'namespaces'])('in a sandbox of %s', (means) => {
  it('a program writes in the folders and nowhere else', async () => {
    const { inside, outside } = await makeFolders();
    await writeFile(join(outside, 'old'), 'old');
    const script = `
      echo in > "$1/new" && echo wrote inside
      echo out > "$2/new" || echo not outside
      echo out > "$2/old" || echo not over a file
      rm "$2/old" || echo not removed
      mv "$1/new" "$2/" || echo not moved
      echo x > /dev/null && echo to nowhere`;
    const { stdout } = await run(means, [inside], [script, 'sh', inside, outside]);
    expect(stdout.trim().split('\n')).toEqual([
      'wrote inside',
      'not outside',
      'not over a file',
      'not removed',
      'not moved',
      'to nowhere',
    ]);
    expect([await readdir(inside), await readFile(join(outside, 'old'), 'utf8')]).toEqual([['new'], 'old']);
  });

  it('the folder that it stands in can be written to by its relative paths', async () => {
    const { inside } = await makeFolders();
    const wrapped = await sandboxed(
      { program: 'sh', args: ['-c', 'echo x > new'] },
      { folders: [inside], network: false },
      context,
      [means],
    );
    const { status } = spawnSync(wrapped.program, wrapped.args, { env: context.env, cwd: inside });
    expect([status, await readdir(inside)]).toEqual([0, ['new']]);
  });

  it('that cannot be undone from within', async () => {
    const { inside, outside } = await makeFolders();
    const script = `
      mount -o remount,rw / || mount -o remount,bind,rw /
      unshare --map-root-user --mount sh -c 'mount -o remount,bind,rw / ; echo x > "$1/a"' sh "$1"
      echo x > "$1/b"
      echo x > /proc/sys/kernel/domainname`;
    await run(means, [inside], [script, 'sh', outside]);
    expect(await readdir(outside)).toEqual([]);
  });

  it('a link in a folder leads no way out', async () => {
    const { inside, outside } = await makeFolders();
    await symlink(outside, join(inside, 'link'));
    await run(means, [inside], ['echo x > "$1/link/x"', 'sh', inside]);
    expect(await readdir(outside)).toEqual([]);
  });

  it('exit codes, arguments, input and output are those of the program', async () => {
    const given = ['printf "%s|" "$@"; echo no >&2; exit 7', 'sh', 'a b', "c'd", '$e', ''];
    expect(await run(means, [], given)).toMatchObject({ status: 7, stdout: "a b|c'd|$e||", stderr: 'no\n' });
  });

  it('there is a network only if it is allowed', async () => {
    const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    // A process of its own asks, because the server must answer meanwhile.
    const ask = `fetch('http://127.0.0.1:${port}').then((r) => r.text()).then(console.log, () => console.log('none'))`;
    const answers = await Promise.all([true, false].map((network) => runBeside(means, ask, network)));
    expect(answers).toEqual(['reached\n', 'none\n']);
  });
});

async function runBeside(means: Means, script: string, network: boolean): Promise<string> {
  const { spawn } = await import('node:child_process');
  const node = { program: process.execPath, args: ['-e', script] };
  const wrapped = await sandboxed(node, { folders: [], network }, context, [means]);
  const child = spawn(wrapped.program, wrapped.args, { env: context.env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve) => child.on('close', () => resolve(said)));
}

describe('where there is no sandbox', () => {
  it('nothing is run, and the error says what is missing', async () => {
    const { inside } = await makeFolders();
    const nothing = { env: { PATH: inside } };
    await expect(
      sandboxed({ program: 'true', args: [] }, { folders: [], network: false }, nothing, ['bubblewrap', 'namespaces']),
    ).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { failures: ['bubblewrap: there is no bwrap', 'namespaces: there is no unshare'] },
    });
  });

  it('nor where it cannot be set up', async () => {
    await expect(
      sandboxed({ program: 'true', args: [] }, { folders: ['/nonexistent/x'], network: false }, context),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

it('the profile for macOS denies writing, then allows the folders', () => {
  expect(seatbeltProfile({ folders: ['/a "b"', '/tmp'], network: false }).split('\n')).toEqual([
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    '(allow file-write* (regex #"^/dev/(null|zero|tty.*|fd/.*|std(out|err)|ptmx)$") (subpath "/a \\"b\\"") (subpath "/tmp"))',
    '(deny network*)',
    '(allow network* (local unix-socket))',
  ]);
});
