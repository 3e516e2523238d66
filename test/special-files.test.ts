import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from './kit/helve.ts';

interface Answer {
  readonly ok: boolean;
  readonly error?: { readonly code: string };
}

/** A folder with a fifo, a socket, links to devices and a link to nothing. */
async function openWithSpecial(): Promise<Sandbox> {
  const sandbox = await openSandbox({ 'a.txt': 'needle\n', 'deep/b.txt': 'needle\n' });
  await sandbox.run('mkfifo', ['fifo', 'deep/fifo', 'deep/.gitignore']);
  await sandbox.run(process.execPath, ['-e', "require('net').createServer().listen('socket').unref()"]);
  await symlink('/dev/zero', join(sandbox.dir, 'zero'));
  await symlink('nothing', join(sandbox.dir, 'dangling'));
  return sandbox;
}

describe('a command ends with special files in its way', () => {
  it.each([
    ['fs read --path fifo', 'NOT_A_FILE'],
    ['fs read --path zero', 'NOT_A_FILE'],
    ['fs read --path dangling', 'BROKEN_LINK'],
    ['fs read --path /proc/kmsg', 'NOT_A_FILE'],
    ['fs read --path /proc/self/pagemap', 'TOO_LARGE'],
    ['fs hash --path fifo', 'NOT_A_FILE'],
    ['fs hash --path /proc/self/pagemap', 'TOO_LARGE'],
    ['fs inspect --path fifo', 'NOT_A_FILE'],
    ['fs inspect --path /proc/self/pagemap', 'TOO_LARGE'],
    ['fs grep --query needle --path fifo', 'NOT_A_FILE'],
    ['fs grep --query needle --path zero', 'NOT_A_FILE'],
    ['fs grep --query needle --path /proc', 'NOT_A_FILE'],
    ['fs grep --query needle --path /proc/self', 'NOT_A_FILE'],
    ['fs edit --path fifo --old-text a --new-text b', 'NOT_A_FILE'],
    ['fs write --path fifo --content a', 'NOT_A_FILE'],
    ['fs write --path zero --content a', 'NOT_A_FILE'],
    ['fs copy --from fifo --to copy', 'NOT_A_FILE'],
    ['fs copy --from a.txt --to fifo --overwrite', 'NOT_A_FILE'],
    ['fs move --from a.txt --to fifo --overwrite', 'NOT_A_FILE'],
    ['fs write --path new --content @fifo', 'NOT_A_FILE'],
    ['fs write --path new --content @zero', 'NOT_A_FILE'],
    ['fs write --path new --content @deep', 'IS_DIRECTORY'],
    ['fs patch --patch @fifo', 'NOT_A_FILE'],
    ['fs patch --patch @/proc/self/pagemap', 'TOO_LARGE'],
  ])('helve %s: %s', async (line, code) => {
    const { helve } = await openWithSpecial();
    const { stdout } = await helve(line.split(' '));
    expect((JSON.parse(stdout) as Answer).error?.code).toBe(code);
  });

  it.each([
    'fs list --recursive',
    'fs find --query needle',
    'fs stat --path fifo',
    'fs read-many --paths ["fifo","zero","a.txt"]',
    'fs code-defs --path .',
    'fs read --path /proc/self/status',
    'fs grep --query Pid --path /proc/self/status',
    'fs delete --path fifo',
    'fs move --from fifo --to other',
  ])('helve %s succeeds', async (line) => {
    const { helve } = await openWithSpecial();
    const { stdout } = await helve(line.split(' '));
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });
});

it('the deadline covers values from standard input', async () => {
  const { dir, run } = await openSandbox();
  const line = 'sleep 60 | helve fs write --path new --content - --timeout 300';
  const { stdout } = await run('timeout', ['30', 'bash', '-c', `{ ${line}; pkill -P $$ sleep; } 2>/dev/null`]);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'TIMEOUT' } });
  await expect(readFile(join(dir, 'new'))).rejects.toThrow('ENOENT');
});

it('standard input without an end is refused', async () => {
  const { run } = await openSandbox();
  const { stdout } = await run('bash', ['-c', 'helve fs write --path new --content - < /dev/zero 2>/dev/null']);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'TOO_LARGE' } });
});

it('a file that grows all the time is read to the end that it had', async () => {
  const { dir, run } = await openSandbox();
  await writeFile(join(dir, 'log'), 'x\n'.repeat(1000));
  const script =
    '(while :; do head -c 100000 /dev/zero >> log; done) & writer=$!; helve fs hash --path log; kill $writer';
  const { stdout } = await run('bash', ['-c', script]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
});

it('fs find finds names with line breaks, brackets and stars', async () => {
  const { helve } = await openSandbox({ 'a\nb.txt': '', 'c[1].txt': '', 'd*e.txt': '', 'x/a\nb/c.ts': '' });
  const find = async (query: string) => {
    const { stdout } = await helve(['fs', 'find', '--query', query]);
    return (JSON.parse(stdout) as { data: { matches: string[] } }).data.matches;
  };
  expect(await find('b.txt')).toEqual(['a\nb.txt']);
  expect(await find('*.txt')).toEqual(['a\nb.txt', 'c[1].txt', 'd*e.txt']);
  expect(await find('**/*.ts')).toEqual(['x/a\nb/c.ts']);
  expect(await find('a\nb')).toEqual(['a\nb.txt']);
  expect(await find('c[1]')).toEqual(['c[1].txt']);
  expect(await find('d*e')).toContain('d*e.txt');
});
