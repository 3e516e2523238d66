/** Running commands over MCP, next to doing the same without a server. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from './mcp-client.mjs';
import { bareSpawn, ratio, takeTurns } from './measure.mjs';

const BINARY = join(process.cwd(), 'packages/helve/dist/helve.cjs');

export async function shellRows() {
  const home = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  const env = { ...process.env, HELVE_HOME: home };
  const open = (...args) => connect(process.execPath, [BINARY, 'mcp', ...args], { env });
  try {
    return [
      ...(await runRows(open)),
      await sandboxRow(open),
      await sessionRow(open),
      ...(await sizeRows(open)),
      await startRow(open),
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function runRows(open) {
  const client = await open();
  const [ours, bare] = await takeTurns([() => client.call('CliRun', { command: 'true' }), bareSpawn], 300);
  const [large] = await takeTurns(
    [() => client.call('CliRun', { command: 'head -c 100000000 /dev/zero | tr "\\0" x', timeout: 60 })],
    5,
  );
  await client.close();
  return [
    { ...ratio('CliRun of true over stdio, less 1 ms', 'sh -c true', [Math.max(0, ours - 1), bare], 1.3) },
    {
      name: '100 MB of output',
      value: 100_000 / large,
      unit: 'MB/s',
      against: '-',
      atLeast: 100,
      detail: `${large.toFixed(0)} ms`,
    },
  ];
}

/** In a small repository: the sandbox looks through the first folders of the project. */
async function sandboxRow(open) {
  const project = await mkdtemp(join(tmpdir(), 'helve-bench-project-'));
  spawnSync('git', ['init', '-q', project]);
  const client = await open('--cwd', project);
  const run = (sandbox) => async () => {
    const { status, stderr } = await client.call('CliRun', { command: 'true', sandbox });
    if (status !== 'success') throw new Error(`true failed: ${stderr}`);
  };
  const times = await takeTurns([run(true), run(false)], 100);
  await client.close();
  await rm(project, { recursive: true });
  return ratio('CliRun of true in the sandbox', 'CliRun of true', times, 2.5);
}

async function sessionRow(open) {
  const client = await open();
  const { sessionId } = await client.call('CliSession', { command: 'cat' });
  let count = 0;
  const echo = async () => {
    const word = `word-${count++}`;
    const { responseOutput } = await client.call('CliWrite', { sessionId, input: `${word}{enter}` });
    if (!responseOutput.includes(`${word}\n${word}`)) throw new Error(`${word} did not come back: ${responseOutput}`);
  };
  const [milliseconds] = await takeTurns([echo], 60);
  await client.call('CliStop', { sessionId, force: true });
  await client.close();
  return {
    name: 'session: write to output',
    value: milliseconds,
    unit: 'ms',
    against: '-',
    atMost: 5,
    detail: 'CliWrite, its answer included',
  };
}

async function sizeRows(open) {
  const sizeOf = async (...args) => {
    const client = await open(...args);
    const { bytes } = await client.request('tools/list');
    await client.close();
    return bytes;
  };
  const row = (name, bytes, atMost) => ({
    name,
    value: bytes / 1024,
    unit: 'KB',
    against: '-',
    atMost,
    detail: `${bytes} bytes`,
  });
  return [
    row('tools/list of the default set', await sizeOf(), 12),
    row('tools/list of --tools line', await sizeOf('--tools', 'line'), 1),
  ];
}

async function startRow(open) {
  const times = await takeTurns(
    [
      async () => {
        const client = await open();
        await client.request('tools/list');
        client.child.kill('SIGKILL');
      },
      () => spawnSync(process.execPath, ['-e', '0']),
    ],
    20,
  );
  return ratio('server start to tools/list', 'node -e 0', times, 2.5);
}
