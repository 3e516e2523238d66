import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import { bash, openThreads, until, wait } from './kit/threads.ts';

const SETUP = `set -e
git init -q -b main . && git config user.name A && git config user.email a@example.com
echo one > shared.txt && git add shared.txt && git commit -qm first`;

interface Ended {
  readonly ok: boolean;
  readonly data: { readonly ref?: string; readonly commits: number; readonly worktree?: { readonly path: string } };
  readonly error?: { readonly code: string; readonly message: string };
}

async function openRepository(script: Script) {
  const sandbox = await openThreads(script, {}, { permissions: { allow: ['Bash'] } });
  const shell = async (line: string) => (await sandbox.run('bash', ['-c', line])).stdout;
  await shell(SETUP);
  const end = async (...args: readonly string[]) => (await sandbox.thread(...args)) as unknown as Ended;
  return { ...sandbox, shell, end };
}

const edits =
  (line: string): Script =>
  ({ body }) =>
    body.messages.length === 1 ? { calls: [bash(line)] } : { text: 'Done.' };

describe('a thread with a worktree', () => {
  it('changes only its own checkout, and is merged with what it did not commit', async () => {
    const { thread, end, dir, shell, list } = await openRepository(
      edits('echo two > new.txt; echo more >> shared.txt'),
    );
    await thread('start', '--prompt', 'Write', '--name', 'writer', '--worktree');
    const { data } = await end('wait', '--id', 'writer', ...wait);
    expect(await list()).toEqual(['writer: done']);
    const { path = '' } = data.worktree ?? {};
    expect([existsSync(join(dir, 'new.txt')), await readFile(join(path, 'new.txt'), 'utf8')]).toEqual([false, 'two\n']);
    expect(await shell('git status --porcelain')).toBe('');
    expect(await end('merge', '--id', 'writer')).toMatchObject({ ok: true, data: { commits: 1 } });
    expect(await readFile(join(dir, 'shared.txt'), 'utf8')).toBe('one\nmore\n');
    expect([existsSync(path), await shell('git branch --list "helve/*"; git worktree list | wc -l')]).toEqual([
      false,
      '1\n',
    ]);
    expect((await end('merge', '--id', 'writer')).error).toMatchObject({ code: 'NOTHING_TO_DO' });
    expect((await end('send', '--id', 'writer', '--prompt', 'More')).error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('no longer exists'),
    });
  });

  it('that cannot be merged leaves both checkouts as they were; discarded, its work is kept', async () => {
    const { thread, end, dir, shell } = await openRepository(edits('echo theirs > shared.txt'));
    await thread('start', '--prompt', 'Write', '--name', 'writer', '--worktree');
    const { data } = await end('wait', '--id', 'writer', ...wait);
    await shell('echo ours > shared.txt && git commit -qam ours');
    await writeFile(join(dir, 'untracked.txt'), 'mine');
    expect((await end('merge', '--id', 'writer')).error).toMatchObject({ code: 'CONFLICT' });
    expect(await shell('git status --porcelain; cat shared.txt')).toBe('?? untracked.txt\nours\n');
    expect(existsSync(data.worktree?.path ?? '')).toBe(true);
    const { data: discarded } = await end('discard', '--id', 'writer');
    expect(discarded.commits).toBe(1);
    expect(existsSync(data.worktree?.path ?? '')).toBe(false);
    expect(await shell(`git show ${discarded.ref}:shared.txt`)).toBe('theirs\n');
  });

  it('is merged again after a merge that was killed on its way', async () => {
    const { thread, end, shell, dir } = await openRepository(edits('echo two > new.txt'));
    await thread('start', '--prompt', 'Write', '--name', 'writer', '--worktree');
    const { data } = await end('wait', '--id', 'writer', ...wait);
    const { path = '' } = data.worktree ?? {};
    // What a killed merge leaves: committed, merged, and the folder removed, but neither the branch nor the record.
    await shell(
      `cd ${path} && git add -A && git commit -qm x && cd ${dir} && git merge -q helve/${path.split('/').at(-1)}`,
    );
    await rm(path, { recursive: true });
    expect(await end('merge', '--id', 'writer')).toMatchObject({ ok: true, data: { commits: 0 } });
    expect(await shell('git branch --list "helve/*"; cat new.txt')).toBe('two\n');
  });

  it('needs a repository with a commit', async () => {
    const { thread, list } = await openThreads([]);
    expect((await thread('start', '--prompt', 'x', '--worktree')).error).toMatchObject({ code: 'NOT_A_REPOSITORY' });
    expect(await list()).toEqual([]);
  });
});

describe('a thread with a schedule', () => {
  it('starts another each time it is due, also after the service was killed, until it is stopped', async () => {
    const { thread, list, server, killService, helve } = await openThreads(() => ({ text: 'Checked.' }));
    const { data } = await thread('start', '--prompt', 'Check', '--name', 'check', '--schedule', '* * * * * *');
    expect(data).toMatchObject({ status: 'scheduled', nextRun: expect.any(String) });
    await server.received(2);
    await killService();
    await helve(['service', 'start']);
    await thread('list');
    await server.received(server.requests.length + 1);
    // Its runs have its name, which means the schedule all the same.
    expect((await thread('stop', '--id', 'check')).data).toMatchObject({ id: data.id, status: 'stopped' });
    await until(async () => (await list()).every((line) => /: (?:done|stopped)$/.test(line)));
    const asked = server.requests.map(({ body }) => body.messages[0].content[0].text);
    expect(new Set(asked)).toEqual(new Set(['Check']));
  });

  it('is refused where its words are no schedule', async () => {
    const { thread, list } = await openThreads([]);
    const { error } = await thread('start', '--prompt', 'x', '--schedule', 'now and then');
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: '"now and then" is not a schedule' });
    expect(await list()).toEqual([]);
  });
});
