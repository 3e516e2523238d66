/** What a turn of the assistant costs, against a model on loopback that answers at once. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeLongConversation } from './long-conversation.mjs';
import { ratio, takeTurns } from './measure.mjs';
import { loadSource } from './source.mjs';

const READ = { calls: [{ name: 'Read', input: { file_path: 'small.json' } }] };

export async function assistantRows() {
  const { startModelServer, TEST_KEY } = await loadSource();
  const server = await startModelServer(({ body }) =>
    body.messages.length === 1 && body.messages[0].content[0].text === 'Use a tool' ? READ : { text: 'Done.' },
  );
  const folder = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  await writeFile(join(folder, 'small.json'), '{"a":1}\n');
  const env = {
    ...process.env,
    HELVE_HOME: join(folder, '.home'),
    ANTHROPIC_API_KEY: TEST_KEY,
    ANTHROPIC_BASE_URL: server.url,
  };
  const run = (args, before = []) => program(process.execPath, [...before, ...args], { cwd: folder, env });
  const helve = (prompt) => [resolve('packages/helve/dist/helve.cjs'), '-p', prompt];
  try {
    const [node, answer, tool] = await takeTurns(
      [() => run(['-e', '0']), () => run(helve('Say hello')), () => run(helve('Use a tool'))],
      40,
    );
    const peak = await run(helve('Use a tool'), ['--require', resolve('bench/peak-memory.cjs')]);
    const long = [...helve('Say hello'), '-r', await writeLongConversation(env.HELVE_HOME, 10_000)];
    const count = ['--require', resolve('bench/cpu-time.cjs')];
    const [empty, resumed] = await medians([() => run(helve('Say hello'), count), () => run(long, count)], 9);
    const watch = ['--require', resolve('bench/peak-memory.cjs')];
    const [idle, full] = [await run(helve('Say hello'), watch), await run(long, watch)];
    const bytes = Buffer.byteLength(server.requests[0].text);
    return [
      ratio('helve -p, one answer', 'node -e 0', [answer, node], 4),
      ratio('helve -p, one call of a tool', 'node -e 0', [tool, node], 5),
      row('helve -p, most memory', peak / 1024, 'MB', 90),
      row('going on with 10,000 messages, more than with none (processor)', resumed - empty, 'ms', 300),
      row('the same, memory', (full - idle) / 1024, 'MB', 150),
      row('first request of the assistant', bytes, 'bytes', 5500),
    ];
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

/** The median of what each of the actions gives; they take turns. */
async function medians(actions, rounds) {
  const given = actions.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, action] of actions.entries()) given[index].push(await action());
  }
  return given.map((values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]);
}

function row(name, value, unit, atMost) {
  return { name, value, unit, against: '-', atMost, detail: '' };
}

/** Runs a program while this process goes on answering for the model; gives what it writes to descriptor 3. */
function program(command, args, options) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
    let said = '';
    child.stdio[3].on('data', (text) => {
      said += text;
    });
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done(Number(said)) : fail(new Error(`${args.join(' ')} ended with ${code}`)),
    );
  });
}
