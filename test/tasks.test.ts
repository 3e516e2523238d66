import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { BINARY, openSandbox } from './kit/helve.ts';

interface TaskList {
  readonly data: { readonly tasks: readonly { readonly id: string; readonly title: string }[] };
}

it('20 processes that create tasks at once lose none and share no id, while others are killed', async () => {
  const { dir, env, helve } = await openSandbox();
  const create = async (title: string, killed: boolean) => {
    const child = spawn(process.execPath, [BINARY, 'task', 'create', '--title', title], { cwd: dir, env });
    let stdout = '';
    child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
    // From the 0th to the 300th millisecond of its life: some are killed before they write, some while, some after.
    if (killed) setTimeout(() => child.kill('SIGKILL'), Math.random() * 300);
    await once(child, 'close');
    return killed ? undefined : (JSON.parse(stdout) as { ok: boolean; data?: { id: string }; error?: unknown });
  };
  const [kept] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, (_, index) => create(`kept ${index}`, false))),
    Promise.all(Array.from({ length: 8 }, (_, index) => create(`killed ${index}`, true))),
  ]);
  expect(kept.filter((answer) => !answer?.ok)).toEqual([]);
  const ids = kept.map((answer) => answer?.data?.id);
  expect(new Set(ids).size).toBe(20);
  const { data } = JSON.parse((await helve(['task', 'list'])).stdout) as TaskList;
  const byId = new Map(data.tasks.map(({ id, title }) => [id, title]));
  expect(byId.size).toBe(data.tasks.length);
  expect(ids.map((id) => byId.get(id ?? ''))).toEqual(kept.map((_, index) => `kept ${index}`));
});
