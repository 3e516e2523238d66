import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as later } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startModelServer, TEST_KEY } from '../packages/assistant/src/testing/model-server.ts';
import { ThreadRunner } from '../packages/assistant/src/thread/runner.ts';
import { openSqliteQueue } from '../packages/assistant/src/thread/sqlite-queue.ts';
import { createCaller } from '../packages/helve/src/caller.ts';
import { createRegistry } from '../packages/helve/src/modules.ts';

it('what is said to a thread that has just ended lets it go on', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const server = await startModelServer([{ text: 'First.', hold: held }, { text: 'Second.' }]);
  const home = await mkdtemp(join(tmpdir(), 'helve-threads-'));
  let settle = () => {};
  const settling = new Promise<void>((resolve) => (settle = resolve));
  const store = new ThreadRunner(home, 4, async (folder) => {
    const queue = await openSqliteQueue(folder);
    return {
      ...queue,
      settle: (claim, change) =>
        (change.endedAt ? settling : Promise.resolve()).then(() => queue.settle(claim, change)),
    };
  });
  onTestFinished(async () => {
    await store.close();
    await server.close();
    await rm(home, { recursive: true, force: true });
  });
  const env = { ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: server.url };
  const place = { registry: createRegistry(), createCaller, cwd: home, env, now: Date.now, warn: () => {} };
  const { id } = await store.createAndStart({ prompt: 'One' }, place);
  const ended = new Promise<void>((resolve) => {
    store.conversation(id)?.subscribe(({ type }) => type === 'turnEnd' && resolve());
  });
  // Until it is noted down how it ended, it still counts as one that runs.
  answer();
  await ended;
  await aWhile();
  const sending = store.send(id, 'Two', place);
  await aWhile();
  settle();
  await sending;
  await store.wait(id, new AbortController().signal, () => {});
  expect(await store.find(id)).toMatchObject({ status: 'done', answer: 'Second.' });
  expect(server.requests.at(-1)?.body.messages).toHaveLength(3);
});

/** All that waits for nothing else is done by then. */
async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await later();
}
