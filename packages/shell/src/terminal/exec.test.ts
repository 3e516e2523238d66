import { inWords } from '@helve/command';
import { mkdirSync, readdirSync } from 'node:fs';
import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkspace } from '../testing/workspace.ts';
import type { Output as ExecResult } from '../commands/terminal/exec.ts';

it('gives output, exit code and folder', async () => {
  const workspace = await openWorkspace({ 'sub/a.txt': '' });
  const result = await workspace.data<ExecResult>('terminal exec', { command: 'ls; pwd', workingDirectory: 'sub' });
  expect(result).toEqual({
    status: 'success',
    exitCode: 0,
    stdout: `a.txt\n${workspace.dir}/sub\n`,
    stderr: '',
    duration: expect.any(Number),
    workingDirectory: join(workspace.dir, 'sub'),
  });
});

it('keeps the streams apart and gives both in order of arrival', async () => {
  const workspace = await openWorkspace();
  const command = 'echo 1; sleep 0.1; echo 2 >&2; sleep 0.1; echo 3; exit 3';
  expect(await workspace.data('terminal exec', { command })).toMatchObject({
    status: 'error',
    exitCode: 3,
    stdout: '1\n3\n',
    stderr: '2\n',
    output: '1\n2\n3\n',
  });
});

it('lets a program open its streams by their names', async () => {
  const workspace = await openWorkspace();
  const command =
    'echo a > /dev/stderr; echo b > /dev/stdout; echo c >> /dev/fd/2; echo d | tee /proc/self/fd/2; cat /dev/stdin';
  expect(await workspace.data('terminal exec', { command })).toMatchObject({
    status: 'success',
    stdout: 'b\nd\n',
    stderr: 'a\nc\nd\n',
  });
});

it('runs commands where no pipes can be made', async () => {
  const workspace = await openWorkspace({}, { TMPDIR: '/nowhere' });
  const runs = Array.from({ length: 20 }, (_, index) =>
    workspace.data('terminal exec', { command: `echo ${index}; echo x >&2` }),
  );
  expect(await Promise.all(runs)).toMatchObject(runs.map((_, index) => ({ stdout: `${index}\n`, stderr: 'x\n' })));
});

it('leaves stderr out when it is not wanted', async () => {
  const workspace = await openWorkspace();
  const result = await workspace.data('terminal exec', { command: 'echo a; echo b >&2', captureStderr: false });
  expect(result).toMatchObject({ stdout: 'a\n', stderr: '' });
  expect(result).not.toHaveProperty('output');
});

it('gives a program that reads stdin nothing to read', async () => {
  const workspace = await openWorkspace();
  expect(await workspace.data('terminal exec', { command: 'cat; read -r x; echo "$?"' })).toMatchObject({
    stdout: '1\n',
  });
});

it('tells the signal that ended it', async () => {
  const workspace = await openWorkspace();
  expect(await workspace.data('terminal exec', { command: 'kill -9 $$' })).toMatchObject({
    status: 'error',
    exitCode: null,
    signal: 'SIGKILL',
  });
});

it('goes on when the program closes its stdout early', async () => {
  const workspace = await openWorkspace();
  const command = 'echo a; exec >&-; sleep 0.1; echo b >&2; exit 4';
  expect(await workspace.data('terminal exec', { command })).toMatchObject({ exitCode: 4, output: 'a\nb\n' });
});

it('keeps characters whole that come in pieces', async () => {
  const workspace = await openWorkspace();
  const command = String.raw`printf '\xe2'; sleep 0.1; printf '\x82'; sleep 0.1; printf '\xac ok'`;
  const result = await workspace.data<ExecResult>('terminal exec', { command });
  expect(result.stdout).toBe('€ ok');
  expect(result).not.toHaveProperty('binary');
});

it('says that output is binary, and keeps its bytes in a file', async () => {
  const workspace = await openWorkspace();
  const command = String.raw`printf 'a\xff\x00b'`;
  const result = await workspace.data<ExecResult>('terminal exec', { command, raw: true });
  expect(result).toMatchObject({ stdout: 'a\ufffd\0b', binary: true });
  expect(result.spilled).toEqual([{ stream: 'stdout', path: expect.any(String), bytes: 4, complete: true }]);
  const path = result.spilled?.[0]?.path ?? '';
  expect([...(await readFile(path))]).toEqual([0x61, 0xff, 0x00, 0x62]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it.each([
  [String.raw`printf '\e[1;31mred\e[0m \e]0;title\a50%%\r100%%\n'`, '100%50%\n', /^\x1b\[1;31mred/],
  [String.raw`printf 'caf\xe9 and more text of the same line\n'`, 'caf\ufffd and more text of the same line\n', /^caf/],
  ['head -c 300 /dev/urandom', '[300 bytes of binary data]', /[^]/],
])('cleans the output of %s, and gives it as it came on request', async (command, clean, raw) => {
  const workspace = await openWorkspace();
  expect(await workspace.data('terminal exec', { command })).toMatchObject({ stdout: clean });
  const asItCame = await workspace.data<ExecResult>('terminal exec', { command, raw: true });
  expect(asItCame.stdout).toMatch(raw);
  expect(asItCame.stdout).not.toBe(clean.startsWith('caf') ? '' : clean);
});

it.each(['', '  \n'])('refuses the empty command %j, once, in a session and in a watch', async (command) => {
  const workspace = await openWorkspace();
  for (const path of ['terminal exec', 'terminal watch']) {
    expect(await workspace.error(path, { command })).toMatchObject({ code: 'INVALID_INPUT' });
  }
});

it('gives all of a text of 30,000 characters', async () => {
  const workspace = await openWorkspace();
  const { stdout, spilled } = await workspace.data<ExecResult>('terminal exec', { command: 'seq -f %04.f 1 6000' });
  expect([stdout.length, spilled]).toEqual([30_000, undefined]);
});

it.each([
  ['a few more', 'seq -f %04.f 1 6001', 30_005],
  ['more than is held', 'seq -f %07.f 1 100000', 800_000],
])('cuts long output in the middle and names the file with all of it: %s', async (_, command, bytes) => {
  const workspace = await openWorkspace();
  const { stdout, spilled } = await workspace.data<ExecResult>('terminal exec', { command });
  const path = spilled?.[0]?.path ?? '';
  const whole = await readFile(path, 'utf8');
  expect(spilled).toEqual([{ stream: 'stdout', path, bytes, complete: true }]);
  expect(whole.length).toBe(bytes);
  expect(stdout).toBe(
    `${whole.slice(0, 15_000)}\n\n[${bytes - 30_000} of ${bytes} bytes left out. All of it: ${path}]\n\n${whole.slice(-15_000)}`,
  );
});

it('cuts between characters only', async () => {
  const workspace = await openWorkspace();
  const command = `printf 'x'; head -c 200000 /dev/zero | sed 's/\\x00/😀/g'`;
  const { stdout, binary } = await workspace.data<ExecResult>('terminal exec', { command });
  expect(binary).toBeUndefined();
  expect(stdout).toMatch(/^x(?:😀)+\n\n\[\d+ of 800001 bytes left out\. All of it: [^\]]+\]\n\n(?:😀)+$/u);
  expect(stdout.length).toBeGreaterThan(29_000);
});

it('runs a script from a file', async () => {
  const workspace = await openWorkspace({ 'build.sh': 'x=1\necho "two $x"\necho "$0"\n' });
  expect(await workspace.data('terminal exec', { script: 'build.sh' })).toMatchObject({
    stdout: `two 1\n${workspace.dir}/build.sh\n`,
  });
});

it.each([
  [{}, 'INVALID_INPUT', 'Give either --command or --script'],
  [{ command: 'true', script: 'a.sh' }, 'INVALID_INPUT', 'Give either --command or --script'],
  [{ command: 'a\0b' }, 'INVALID_INPUT', 'No command can contain a NUL byte'],
  [{ command: 'true', timeoutSeconds: 0 }, 'INVALID_INPUT', '--timeout-seconds must be at least 1'],
  [{ command: 'true', env: { 'A=B': 'x' } }, 'INVALID_INPUT', '"A=B" cannot be the name of a variable'],
  [{ command: 'true', env: { A: 'x\0' } }, 'INVALID_INPUT', 'The value of A holds a NUL byte, which no variable can'],
  [{ command: 'true', workingDirectory: 'gone' }, 'NOT_FOUND', 'gone does not exist'],
  [{ command: 'true', workingDirectory: 'a.txt' }, 'NOT_DIRECTORY', 'a.txt is not a folder'],
  [{ script: 'gone.sh' }, 'NOT_FOUND', 'gone.sh does not exist'],
  [{ script: '.' }, 'IS_DIRECTORY', '. is a folder, not a script'],
  [{ command: `: ${'x'.repeat(10_000_000)}` }, 'TOO_LARGE', 'The command is longer than the system takes'],
])('refuses %.60j', async (input, code, message) => {
  const workspace = await openWorkspace({ 'a.txt': '' });
  expect(await workspace.error('terminal exec', input)).toMatchObject({ code, message });
});

it.each(['/bin/bash', '/bin/zsh', '/bin/sh'])('names similar commands when one is not found in %s', async (shell) => {
  const workspace = await openWorkspace({}, { SHELL: shell });
  const result = await workspace.data<ExecResult>('terminal exec', { command: 'gitt status' });
  expect(result).toMatchObject({ status: 'error', exitCode: 127 });
  expect(result.suggestion).toMatch(/^There is no command gitt on PATH\. Similar ones: .*\bgit\b/);
});

it.each(['/bin/bash', '/bin/zsh', '/bin/sh'])('names the path that may not be executed in %s', async (shell) => {
  const workspace = await openWorkspace({ 'x.sh': 'echo x' }, { SHELL: shell });
  await chmod(join(workspace.dir, 'x.sh'), 0o644);
  expect(await workspace.data('terminal exec', { command: './x.sh' })).toMatchObject({
    status: 'error',
    exitCode: 126,
    suggestion: './x.sh may not be executed. If it is a program, allow it: chmod +x ./x.sh',
  });
});

it('saves stdout to a file, byte for byte, and gives the rest', async () => {
  const workspace = await openWorkspace({ 'old.bin': 'old' });
  await chmod(join(workspace.dir, 'old.bin'), 0o640);
  await symlink('old.bin', join(workspace.dir, 'link'));
  const command = String.raw`printf '\xff\x00'; head -c 3000000 /dev/zero; echo note >&2; exit 1`;
  const path = join(workspace.dir, 'old.bin');
  expect(await workspace.data('terminal exec', { command, saveTo: 'link' })).toMatchObject({
    status: 'error',
    stdout: '',
    stderr: 'note\n',
    savedTo: { path, bytes: 3_000_002 },
  });
  const saved = await readFile(path);
  expect([saved.length, saved[0], saved[1]]).toEqual([3_000_002, 0xff, 0]);
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  expect(readdirSync(workspace.dir).sort()).toEqual(['link', 'old.bin']);
});

it('changes nothing when the file cannot be written', async () => {
  const workspace = await openWorkspace();
  mkdirSync(join(workspace.dir, 'folder'));
  const command = 'touch ran';
  expect(await workspace.error('terminal exec', { command, saveTo: 'folder' })).toMatchObject({ code: 'IS_DIRECTORY' });
  await writeFile(join(workspace.dir, 'file'), '');
  expect(await workspace.error('terminal exec', { command, saveTo: 'file/x' })).toMatchObject({
    code: expect.stringMatching(/NOT_DIRECTORY|ALREADY_EXISTS/),
  });
  expect(readdirSync(workspace.dir).sort()).toEqual(['file', 'folder']);
});

it('gives commands the environment without credentials, and says so when one was wanted', async () => {
  const env = { GITHUB_TOKEN: 'ghs', SSH_AUTH_SOCK: '/s', DB_PASSWORD: 'p', PLAIN: 'x' };
  const workspace = await openWorkspace({}, env);
  const command = 'echo "[$GITHUB_TOKEN][$SSH_AUTH_SOCK][$DB_PASSWORD][$PLAIN][$OWN_KEY]"';
  const input = { command, env: { OWN_KEY: 'k' } };
  const withheld = await workspace.run('terminal exec', input);
  expect(withheld.data).toMatchObject({ stdout: '[][/s][][x][k]\n' });
  expect(withheld.warnings.map((warning) => inWords(warning))).toEqual([
    'GITHUB_TOKEN, DB_PASSWORD was withheld, for it looks like a credential. Let the command have it: helve terminal exec --allow-env \'["GITHUB_TOKEN","DB_PASSWORD"]\'',
  ]);
  const allowed = await workspace.run('terminal exec', { ...input, allowEnv: ['GITHUB_TOKEN', 'DB_PASSWORD'] });
  expect(allowed.data).toMatchObject({ stdout: '[ghs][/s][p][x][k]\n' });
  expect(allowed.warnings).toEqual([]);
});
