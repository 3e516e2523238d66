/** Tasks on pages made of published packages, each done with snapshots and handles alone. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../kit/browser.ts';
import { Agent } from './agent.ts';
import { helveDriver } from './helve-driver.ts';
import { serveSite, type Site } from './site.ts';
import { TASKS } from './tasks.ts';

const home = useBrowser();
let site: Site;
let folder = '';
const counts: string[] = [];

beforeAll(async () => {
  site = await serveSite(import.meta.dirname);
  folder = await mkdtemp(join(tmpdir(), 'helve-tasks-'));
  await writeFile(join(folder, 'table.csv'), 'a,b');
});

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
  console.info(`Commands per task:\n${counts.join('\n')}`);
});

afterEach(async () => {
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

it.each(TASKS.map((task, index) => [task.name, task, `run${index}`] as const))('%s', async (name, task, run) => {
  const agent = new Agent(helveDriver((action, input) => home.data<object>(action, input)));
  await agent.open(site.url(task.page, run));
  await task.do(agent, { file: join(folder, 'table.csv') });
  await expect.poll(() => site.state(run), { timeout: 5_000 }).toEqual(task.outcome);
  counts.push(`${String(agent.commands).padStart(3)}  ${name}`);
});

it('thirty tasks are there', () => {
  expect(TASKS).toHaveLength(30);
});
