import { chmod, lstat, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptedReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { type AssistantSandbox, openAssistant } from './kit/assistant.ts';

const FREE = ['--permission-mode', 'bypassPermissions'];
const bash = (command: string): ScriptedReply => ({ calls: [{ name: 'Bash', input: { command } }] });
const done: ScriptedReply = { text: 'Done.' };

interface RewindAnswer {
  readonly files: readonly { readonly path: string; readonly action: string }[];
  readonly conflicts: readonly { readonly path: string }[];
  readonly lost: readonly { readonly path: string; readonly why: string }[];
  readonly entries: number;
  readonly points?: readonly { readonly number: number; readonly prompt: string; readonly files: number }[];
  readonly error?: { readonly code: string };
}

async function rewind({ helve }: AssistantSandbox, ...flags: readonly string[]): Promise<RewindAnswer> {
  const { stdout } = await helve(['session', 'rewind', ...flags]);
  const answer = JSON.parse(stdout) as { readonly data?: RewindAnswer } & RewindAnswer;
  return answer.data ?? answer;
}

function reader({ dir }: AssistantSandbox) {
  return (name: string) => readFile(join(dir, name), 'utf8').catch(() => undefined);
}

async function commitAll({ run }: AssistantSandbox): Promise<void> {
  const line = 'git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm first';
  expect((await run('bash', ['-c', line])).code).toBe(0);
}

describe('helve session rewind', () => {
  it('lists the prompts, previews, restores files and conversation, and can be undone', async () => {
    const sandbox = await openAssistant(
      [
        { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
        { calls: [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } }] },
        { calls: [{ name: 'Write', input: { file_path: 'new/deep/b.txt', content: 'b' } }] },
        done,
        { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'three' } }] },
        done,
        { text: 'Again.' },
        { text: 'And again.' },
      ],
      { 'a.txt': 'one' },
    );
    const read = reader(sandbox);
    await sandbox.ask('First', FREE);
    await sandbox.ask('Second', ['-c', ...FREE]);
    expect((await rewind(sandbox)).points).toMatchObject([
      { number: 1, prompt: 'First', files: 2 },
      { number: 2, prompt: 'Second', files: 1 },
    ]);
    const preview = await rewind(sandbox, '--to', '1', '--dry-run');
    expect(preview.files).toEqual([
      { path: 'a.txt', action: 'change' },
      { path: 'new/deep/b.txt', action: 'delete' },
    ]);
    expect(await read('a.txt')).toBe('three');

    await rewind(sandbox, '--to', '2');
    expect([await read('a.txt'), await read('new/deep/b.txt')]).toEqual(['two', 'b']);
    await sandbox.ask('Second, otherwise', ['-c']);
    const texts = sandbox.server.requests
      .at(-1)
      ?.body.messages.map(
        ({ content }: { content: readonly { type: string; text?: string }[] }) => content.at(-1)?.text,
      );
    expect(texts).toContain('First');
    expect(texts).not.toContain('Second');

    await rewind(sandbox, '--to', '1');
    expect([await read('a.txt'), await lstat(join(sandbox.dir, 'new')).catch(() => 'gone')]).toEqual(['one', 'gone']);
    await rewind(sandbox, '--undo');
    expect([await read('a.txt'), await read('new/deep/b.txt')]).toEqual(['two', 'b']);
    await sandbox.ask('Where are we?', ['-c']);
    expect(JSON.stringify(sandbox.server.requests.at(-1)?.body)).toContain('Second, otherwise');
  });

  it('takes back only the files, or only the conversation', async () => {
    const sandbox = await openAssistant([bash('echo two > a.txt'), done, { text: 'ok' }], { 'a.txt': 'one' });
    const read = reader(sandbox);
    await sandbox.ask('Change', FREE);
    expect((await rewind(sandbox, '--to', '1', '--conversation')).files).toEqual([]);
    expect(await read('a.txt')).toBe('two\n');
    await rewind(sandbox, '--undo');
    expect((await rewind(sandbox, '--to', '1', '--files')).entries).toBe(0);
    expect(await read('a.txt')).toBe('one');
    await sandbox.ask('More', ['-c']);
    expect(JSON.stringify(sandbox.server.requests.at(-1)?.body)).toContain('Change');
  });

  it.each(['in a repository', 'in a plain folder'])('restores what the shell changed %s', async (where) => {
    const sandbox = await openAssistant(
      [
        bash(
          [
            'echo changed > tracked.txt',
            'rm gone.txt',
            'mv moved.txt elsewhere.txt',
            'ln -sfn elsewhere.txt link',
            'chmod +x script.sh',
            'printf "\\000\\001" > binary.bin',
            'mkdir -p made && echo x > made/new.txt',
            'echo hidden > .hidden',
            'echo also >> dirty.txt',
          ].join(' && '),
        ),
        done,
      ],
      {
        'tracked.txt': 'tracked',
        'gone.txt': 'gone',
        'moved.txt': 'moved',
        'script.sh': '#!/bin/sh\n',
        'binary.bin': '\0\u0007',
        'dirty.txt': 'clean',
        '.hidden': 'was',
      },
    );
    const { dir } = sandbox;
    const read = reader(sandbox);
    await symlink('tracked.txt', join(dir, 'link'));
    await chmod(join(dir, 'script.sh'), 0o644);
    if (where === 'in a repository') await commitAll(sandbox);
    await writeFile(join(dir, 'dirty.txt'), 'dirty\n');
    await sandbox.ask('Change', FREE);
    expect(await read('tracked.txt')).toBe('changed\n');
    expect(await read('made/new.txt')).toBe('x\n');
    const { lost, conflicts } = await rewind(sandbox, '--to', '1');
    expect({ lost, conflicts }).toEqual({ lost: [], conflicts: [] });
    expect(
      await Promise.all(
        [
          'tracked.txt',
          'gone.txt',
          'moved.txt',
          'elsewhere.txt',
          'binary.bin',
          'made/new.txt',
          '.hidden',
          'dirty.txt',
        ].map(read),
      ),
    ).toEqual(['tracked', 'gone', 'moved', undefined, '\0\u0007', undefined, 'was', 'dirty\n']);
    expect(await lstat(join(dir, 'made')).catch(() => 'gone')).toBe('gone');
    expect(await readlink(join(dir, 'link'))).toBe('tracked.txt');
    expect((await lstat(join(dir, 'script.sh'))).mode & 0o777).toBe(0o644);
  });

  it('never touches the repository itself', async () => {
    const sandbox = await openAssistant([bash('echo x > a.txt'), done], { 'a.txt': 'one' });
    await commitAll(sandbox);
    const fingerprint = async () =>
      (await sandbox.run('bash', ['-c', 'find .git -type f -exec sha256sum {} + | sort'])).stdout;
    const before = await fingerprint();
    await sandbox.ask('Change', FREE);
    await rewind(sandbox, '--to', '1');
    expect(await fingerprint()).toBe(before);
  });

  it('leaves alone what the user changed meanwhile, and says so', async () => {
    const sandbox = await openAssistant([bash('echo two > a.txt; echo two > b.txt'), done], {
      'a.txt': '1',
      'b.txt': '1',
    });
    const read = reader(sandbox);
    await sandbox.ask('Change', FREE);
    await writeFile(join(sandbox.dir, 'a.txt'), 'mine');
    expect((await rewind(sandbox, '--to', '1')).error?.code).toBe('CONFLICT');
    expect([await read('a.txt'), await read('b.txt')]).toEqual(['mine', 'two\n']);
    const { conflicts, files } = await rewind(sandbox, '--to', '1', '--leave-changed');
    expect([conflicts.map(({ path }) => path), files.map(({ path }) => path)]).toEqual([['a.txt'], ['b.txt']]);
    expect([await read('a.txt'), await read('b.txt')]).toEqual(['mine', '1']);
  });

  it('does not take a file for new that was only ignored before', async () => {
    const sandbox = await openAssistant([bash('echo > .gitignore'), done], {
      '.gitignore': 'secret.env\n',
      'secret.env': 'precious',
    });
    await commitAll(sandbox);
    await sandbox.ask('Change', FREE);
    const { lost, files } = await rewind(sandbox, '--to', '1');
    expect(lost.map(({ path }) => path)).toEqual(['secret.env']);
    expect(files.map(({ path }) => path)).toEqual(['.gitignore']);
    expect(await reader(sandbox)('secret.env')).toBe('precious');
  });

  it('says what cannot be restored because it was too large to keep', async () => {
    const sandbox = await openAssistant([bash('echo small > big.bin'), done], {
      'big.bin': 'x'.repeat(11 * 1024 * 1024),
    });
    await sandbox.ask('Change', FREE);
    const { lost, files } = await rewind(sandbox, '--to', '1', '--files');
    expect([lost[0]?.why, files]).toEqual(['it was larger than 10 MB', []]);
  });

  it('knows no prompt that was not said', async () => {
    const sandbox = await openAssistant([done]);
    await sandbox.ask('Hi');
    expect((await rewind(sandbox, '--to', '7')).error?.code).toBe('NOT_FOUND');
    expect((await rewind(sandbox, '--undo')).error?.code).toBe('NOTHING_TO_DO');
  });
});
