/** The tasks of test/browser/tasks, done by others and by us with the same steps: which come off, and with how many commands. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { rolldown } from 'rolldown';
import { agentBrowserDriver, playwrightDriver } from './browser-drivers.mjs';
import { columns } from './measure.mjs';

const FOLDER = 'test/browser/tasks';

/** How long a page is given to tell what became of it. */
const TELLS_MS = 3_000;

/** No task takes as long, even when each step is tried again and again. */
const LONGEST_MS = 60_000;

export async function compareTasks({ scratch, env, home }) {
  spawnSync(process.execPath, ['scripts/prepare.mjs', 'tasks'], { stdio: ['ignore', 2, 2] });
  const { Agent, TASKS, helveDriver, serveSite } = await load();
  const site = await serveSite(join(process.cwd(), FOLDER));
  const file = join(scratch, 'table.csv');
  await writeFile(file, 'a,b');
  const run = async (action, input) => (await home.line(`${action} ${flags(input)}`)).data;
  const peers = [
    async () => ({ driver: () => helveDriver(run), close: async () => {} }),
    () => agentBrowserDriver({ scratch, env }),
    () => playwrightDriver({ scratch, env }),
  ];
  const rows = TASKS.map(({ name }) => [name]);
  const names = [];
  const totals = [];
  try {
    for (const open of peers) {
      const peer = await open().catch((error) => console.error(`left out: ${error.message}`));
      if (!peer) continue;
      let done = 0;
      for (const [index, task] of TASKS.entries()) {
        const run = `${names.length}-${index}`;
        const agent = new Agent(peer.driver());
        const problem = await within(perform(agent, task, site, run, file)).catch(({ message }) => message);
        if (problem === undefined) done++;
        else console.error(`${agent.driver.name}: ${task.name}: ${problem.split('\n')[0].slice(0, 160)}`);
        rows[index].push(problem === undefined ? String(agent.commands) : 'failed');
        if (index === 0) names.push(agent.driver.name);
      }
      totals.push(`${done} of ${TASKS.length}`);
      await peer.close();
    }
    return columns([['commands', ...names], ...rows, ['tasks done', ...totals]]);
  } finally {
    await site.close();
  }
}

async function perform(agent, task, site, run, file) {
  await agent.open(site.url(task.page, run));
  await task.do(agent, { file });
  const end = Date.now() + TELLS_MS;
  while (!isDeepStrictEqual(site.state(run), task.outcome)) {
    if (Date.now() > end) throw new Error(`it came to ${JSON.stringify(site.state(run))}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function within(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function flags(input) {
  return Object.entries(input)
    .map(([name, value]) => `--${name} ${quote(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join(' ');
}

/** Nothing that is typed in the tasks has such a quote in it. */
function quote(value) {
  return `'${value}'`;
}

/** The tasks are TypeScript, which Node 20 does not run. */
async function load() {
  const folder = await mkdtemp(join(FOLDER, 'node_modules/.bench-'));
  try {
    const input = Object.fromEntries(
      ['agent', 'tasks', 'helve-driver', 'site'].map((name) => [name, join(FOLDER, `${name}.ts`)]),
    );
    const build = await rolldown({ input, platform: 'node', external: [/^node:/, /^rolldown/] });
    const { output } = await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    await build.close();
    const loaded = await Promise.all(
      output.filter(({ isEntry }) => isEntry).map(({ fileName }) => import(join(process.cwd(), folder, fileName))),
    );
    return Object.assign({}, ...loaded);
  } finally {
    await rm(folder, { recursive: true });
  }
}
