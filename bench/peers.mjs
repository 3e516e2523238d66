/**
 * `npm run bench:peers`: the same things done by others, in the same run. They are installed into a scratch folder, and are
 * no dependency of ours.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { takeTurns } from './measure.mjs';
import { connect } from './mcp-client.mjs';

chdir(new URL('..', import.meta.url).pathname);
delete process.env.NODE_EXTRA_CA_CERTS;

const scratch = await mkdtemp(join(tmpdir(), 'helve-peers-'));
const env = { ...process.env, HELVE_HOME: join(scratch, 'home'), HOME: scratch };

/** Shell servers over stdio, and how each is asked to run `true`. */
const SERVERS = {
  helve: {
    start: () => [process.execPath, [join(process.cwd(), 'packages/helve/dist/helve.cjs'), 'mcp']],
    run: (client) => client.call('CliRun', { command: 'true' }),
  },
  'desktop-commander': {
    package: '@wonderwhy-er/desktop-commander@0.2.52',
    start: () => [process.execPath, [join(scratch, 'node_modules/@wonderwhy-er/desktop-commander/dist/index.js')]],
    run: (client) => client.call('start_process', { command: 'true', timeout_ms: 5000 }),
  },
};

try {
  await writeFile(join(scratch, 'package.json'), '{"private":true}');
  const packages = Object.values(SERVERS).flatMap((server) => server.package ?? []);
  const installed = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (installed.status !== 0) throw new Error('The peers could not be installed');
  const rows = [];
  for (const [name, server] of Object.entries(SERVERS)) rows.push(await measure(name, server));
  const [node] = await takeTurns([() => spawnSync(process.execPath, ['-e', '0'])], 20);
  console.log(['server'.padEnd(20), 'start x node', 'tools/list bytes', 'true, ms'].join('  '));
  for (const { name, start, bytes, run } of rows) {
    console.log(
      [
        name.padEnd(20),
        (start / node).toFixed(1).padStart(12),
        String(bytes).padStart(16),
        run.toFixed(1).padStart(8),
      ].join('  '),
    );
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function measure(name, server) {
  const [command, args] = server.start();
  const open = () => connect(command, args, { env, cwd: scratch });
  const [start] = await takeTurns(
    [
      async () => {
        const client = await open();
        await client.request('tools/list');
        client.child.kill('SIGKILL');
      },
    ],
    7,
  );
  const client = await open();
  const { bytes } = await client.request('tools/list');
  const [run] = await takeTurns([() => server.run(client)], 15);
  await client.close();
  return { name, start, bytes, run };
}
