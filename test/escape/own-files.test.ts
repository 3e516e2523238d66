import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from '../kit/helve.ts';
import { connect } from '../kit/mcp.ts';

/** Files that helve itself writes or reads for a call, which no sandbox confines. */
async function openProject(settings: object = {}) {
  const sandbox = await openSandbox({ 'a.txt': 'a\n', 'secret/s.txt': 'BAIT\n' }, settings);
  await sandbox.run('git', ['init', '-q']);
  const say = async (mode: string, ...args: readonly string[]) =>
    JSON.parse((await sandbox.helve([...args, '--permission-mode', mode])).stdout) as {
      readonly ok: boolean;
      readonly error?: { readonly code: string };
    };
  const exists = (name: string) =>
    readFile(join(sandbox.dir, name)).then(
      () => true,
      () => false,
    );
  return { ...sandbox, say, exists };
}

describe('a file for the output of a confined command', () => {
  it.each([
    ['plan', false],
    ['default', false],
    ['acceptEdits', true],
  ])('needs the permission of an edit in mode %s', async (mode, isWritten) => {
    const { say, exists } = await openProject();
    expect((await say(mode, 'terminal', 'exec', '--command', 'echo x', '--save-to', 'out')).ok).toBe(isWritten);
    expect(await exists('out')).toBe(isWritten);
  });
});

const hook = '#!/bin/sh\n';

describe('guarded files that a command finds by itself are left alone', () => {
  it.each([
    ['a patch', ['fs', 'patch', '--patch', `--- /dev/null\n+++ b/.mcp.json\n@@ -0,0 +1 @@\n+${hook}`]],
    ['a name in a folder', ['fs', 'create-file', '--name', '.mcp.json', '--source', '{}']],
    ['a file copied into a folder', ['fs', 'copy', '--from', 'tasks.json', '--to', '.vscode']],
  ])('by %s', async (_, args) => {
    const { say, exists, dir, run } = await openProject();
    await run('mkdir', ['.vscode']);
    await writeFile(join(dir, 'tasks.json'), '{}');
    expect(await say('acceptEdits', ...args)).toMatchObject({ ok: false, error: { code: 'PERMISSION_DENIED' } });
    const made = ['.git/hooks/pre-commit', '.mcp.json', '.vscode/tasks.json'].map(exists);
    expect(await Promise.all(made)).toEqual([false, false, false]);
  });
});

describe('what a rule denies to read stays where the rule applies', () => {
  const settings = { permissions: { deny: ['Read(secret/**)'] } };

  it.each([
    ['fs move', ['fs', 'move', '--from', 'secret', '--to', 'public']],
    ['fs move of a file', ['fs', 'move', '--from', 'secret/s.txt', '--to', 's.txt']],
    [
      'fs patch',
      [
        'fs',
        'patch',
        '--patch',
        'diff --git a/secret/s.txt b/s.txt\nsimilarity index 100%\nrename from secret/s.txt\nrename to s.txt\n',
      ],
    ],
    [
      'a patch that does not fit',
      ['fs', 'patch', '--patch', '--- a/secret/s.txt\n+++ b/secret/s.txt\n@@ -1 +1 @@\n-x\n+y\n'],
    ],
  ])('with %s', async (_, args) => {
    const { helve, exists } = await openProject(settings);
    const { stdout } = await helve([...args, '--permission-mode', 'acceptEdits']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false });
    expect(stdout).not.toContain('BAIT');
    expect([await exists('secret/s.txt'), await exists('s.txt'), await exists('public/s.txt')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it.each(['token', 'secrets.json'])('a model cannot read %s in the home of helve', async (name) => {
  const sandbox = await openSandbox();
  const file = join(sandbox.home, name);
  await writeFile(file, 'BAITVALUE', { mode: 0o600 });
  const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'plan']);
  const answers = [
    await client.call('TextRead', { filePath: file }),
    await client.call('TextSearch', { pattern: 'BAIT', path: sandbox.home }),
    await client.call('CliRun', { command: `cat ${file}` }),
  ];
  expect(JSON.stringify(answers)).not.toContain('BAITVALUE');
});

it('a model cannot read the environment of helve', async () => {
  const sandbox = await openSandbox();
  sandbox.env.MY_API_KEY = 'BAITVALUE';
  const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'plan']);
  const said = await client.call('TextRead', { filePath: '/proc/self/environ' });
  expect(JSON.stringify(said)).not.toContain('BAITVALUE');
});
