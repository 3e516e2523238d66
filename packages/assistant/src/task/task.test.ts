import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from '@helve/command';
import { type FlatCaller, sampleCaller } from '@helve/policy/testing';
import { runLine } from '@helve/doors';
import { authorityOf, createPolicy } from '@helve/policy';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../log/place.ts';
import { tempHome } from '../testing/temp-home.ts';
import { taskModule } from './module.ts';

/** A project, and lines that are run in it. */
async function openProject() {
  const home = await tempHome();
  const cwd = join(home, 'work');
  await mkdir(join(cwd, '.git'), { recursive: true });
  await mkdir(join(cwd, 'deep'));
  const registry = new Registry([taskModule]);
  let now = Date.parse('2026-01-01T00:00:00Z');
  const caller = { cwd, env: {}, home, registry, now: () => (now += 1000) };
  return {
    home,
    run: (line: string, more: FlatCaller = {}) => runLine(registry, line, sampleCaller({ ...caller, ...more })),
    cwd,
  };
}

describe('tasks of a project', () => {
  it('are made, changed by flags or by data, listed by state, and deleted', async () => {
    const { run } = await openProject();
    await run('helve task create --title "Write docs" --description "Document pseudo cli"');
    await run('helve task create --title "Test" --agent tester');
    expect((await run('helve task update --id task-1 --data {"status":"completed"}')).data).toMatchObject({
      id: 'task-1',
      title: 'Write docs',
      description: 'Document pseudo cli',
      status: 'done',
      createdAt: expect.stringMatching(/^2026/),
    });
    expect((await run('helve task update --id task-2 --status in_progress --title Tests')).data).toMatchObject({
      title: 'Tests',
      agent: 'tester',
      status: 'doing',
    });
    expect((await run('helve task list')).llmContent).toBe(
      '[x] task-1: Write docs\n    Document pseudo cli\n[>] task-2: Tests (tester)',
    );
    expect((await run('helve task list --status done')).data).toMatchObject({ count: 1, tasks: [{ id: 'task-1' }] });
    await run('helve task complete --id task-2');
    expect((await run('helve task get --id task-2')).data).toMatchObject({ status: 'done' });
    await run('helve task delete --id task-2');
    // A number is not given twice.
    expect((await run('helve task create --title Again')).data).toMatchObject({ id: 'task-3' });
  });

  it('are the same in all its folders, and others have theirs', async () => {
    const { run, cwd } = await openProject();
    await run('helve task create --title One');
    expect((await run('helve task list', { cwd: join(cwd, 'deep') })).data).toMatchObject({ count: 1 });
    expect((await run('helve task list', { cwd: '/' })).data).toMatchObject({ count: 0 });
  });

  it('are all kept when several are made at once', async () => {
    const { run } = await openProject();
    await Promise.all(Array.from({ length: 10 }, (_, index) => run(`helve task create --title T${index}`)));
    const { data } = await run('helve task list');
    expect((data as { tasks: { id: string }[] }).tasks.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `task-${index + 1}`),
    );
  });

  it('are taken over once from the file of earlier versions', async () => {
    const { run, cwd, home } = await openProject();
    const folder = projectFolder(home, cwd);
    await mkdir(folder, { recursive: true });
    const [createdAt, updatedAt] = ['2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z'];
    const tasks = [{ id: 'task-3', title: 'Old', status: 'doing', agent: 'tester', createdAt, updatedAt }];
    await writeFile(join(folder, 'tasks.json'), JSON.stringify({ latest: 7, tasks }));
    expect((await run('helve task list')).data).toEqual({ tasks, count: 1 });
    expect((await run('helve task create --title New')).data).toMatchObject({ id: 'task-8' });
    await run('helve task delete --id task-3');
    expect((await run('helve task list')).data).toMatchObject({ count: 1, tasks: [{ id: 'task-8' }] });
  });

  it('report a damaged database, and leave it as it is', async () => {
    const { run, home } = await openProject();
    await writeFile(join(home, 'tasks.db'), 'no database at all '.repeat(100));
    expect((await run('helve task create --title One')).error).toMatchObject({
      code: 'IO_FAILED',
      hint: expect.stringContaining('Restore it from a backup'),
    });
    expect(await readFile(join(home, 'tasks.db'), 'utf8')).toContain('no database at all');
  });

  it.each([
    ['helve task get --id task-9', 'NOT_FOUND', 'Did you mean task-1?'],
    ['helve task update --id task-1', 'INVALID_INPUT', 'helve task update --id task-1 --status doing'],
    ['helve task update --id task-1 --status maybe', 'INVALID_INPUT', 'One of: open, doing, done.'],
    ['helve task update --id task-1 --data {"id":"x"}', 'INVALID_INPUT', 'title, description, status, agent'],
    ['helve task update --id task-1 --title ""', 'INVALID_INPUT', 'in a few words'],
    ['helve task list --status maybe', 'INVALID_INPUT', 'One of: open, doing, done.'],
  ])('say what is wrong with %s', async (line, code, hint) => {
    const { run } = await openProject();
    await run('helve task create --title One');
    expect((await run(line)).error).toMatchObject({ code, hint: expect.stringContaining(hint) });
    expect((await run('helve task get --id task-1')).data).toMatchObject({ title: 'One', status: 'open' });
  });

  it('are not changed in plan mode', async () => {
    const { run, cwd } = await openProject();
    const base = { root: cwd, home: undefined };
    const policy = await createPolicy({ mode: 'plan', modeSource: 'the test', rules: [], base, cwd });
    expect((await run('helve task create --title One', { authority: authorityOf(policy) })).error).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    expect((await run('helve task list', { authority: authorityOf(policy) })).data).toMatchObject({ count: 0 });
  });
});
