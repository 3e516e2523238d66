/**
 * `npm run bench:peers [shell|browser]`: the same things done by others, in the same run and in turns with us. They are installed into a
 * scratch folder, and are no dependency of ours.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { BROWSER_PACKAGES, compareBrowsers } from './browser-peers.mjs';
import { ASSISTANT_PACKAGES, assistantTable } from './assistant-peers.mjs';
import { bareSpawn, columns, takeTurns } from './measure.mjs';
import { connect } from './mcp-client.mjs';

chdir(new URL('..', import.meta.url).pathname);
delete process.env.NODE_EXTRA_CA_CERTS;

const scratch = await mkdtemp(join(tmpdir(), 'helve-peers-'));
const env = { ...process.env, HELVE_HOME: join(scratch, 'home'), HOME: scratch };

/** Shell servers over stdio, and how each is asked to run a command. */
const SERVERS = [
  {
    name: 'helve',
    args: [join(process.cwd(), 'packages/helve/dist/helve.cjs'), 'mcp'],
    run: (client, command) => client.call('CliRun', { command, timeout: 60 }),
  },
  {
    name: 'desktop-commander',
    package: '@wonderwhy-er/desktop-commander@0.2.52',
    args: [join(scratch, 'node_modules/@wonderwhy-er/desktop-commander/dist/index.js')],
    run: (client, command) => client.call('start_process', { command, timeout_ms: 60_000 }),
  },
];

const TEN_MEGABYTES = 'head -c 10000000 /dev/zero | tr "\\0" x | fold';

const only = process.argv[2];

try {
  await install();
  if (!only || only === 'shell') console.log(await compareShells());
  if (!only || only === 'browser') console.log(await compareBrowsers(scratch, env));
  if (!only || only === 'assistant') console.log(await assistantTable(scratch));
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function compareShells() {
  const open = ({ args }) => connect(process.execPath, args, { env, cwd: scratch });
  const startOf = (server) => async () => {
    const client = await open(server);
    await client.request('tools/list');
    client.child.kill('SIGKILL');
  };
  const node = () => spawnSync(process.execPath, ['-e', '0']);
  const starts = await takeTurns([...SERVERS.map(startOf), node], 9);

  const clients = [];
  for (const server of SERVERS) clients.push(await open(server));
  const ask = (command) =>
    SERVERS.map(
      ({ run }, index) =>
        () =>
          run(clients[index], command),
    );
  const sizes = [];
  for (const client of clients) sizes.push((await client.request('tools/list')).bytes);
  // Not in turns with each other: what one still does after its answer would be counted against the next.
  const runs = [];
  for (const run of ask('true')) runs.push(await takeTurns([run, bareSpawn], 40));
  const large = await takeTurns(ask(TEN_MEGABYTES), 3);
  for (const client of clients) await client.close();

  const times = (ours, theirs) => `${ours.toFixed(1)} / ${theirs.toFixed(1)} ms = ${(ours / theirs).toFixed(1)}`;
  return columns([
    ['', 'start to tools/list / node -e 0', 'tools/list', 'run true / sh -c true', 'print 10 MB'],
    ...SERVERS.map(({ name }, index) => [
      name,
      times(starts[index], starts.at(-1)),
      `${sizes[index]} bytes`,
      times(...runs[index]),
      `${large[index].toFixed(0)} ms`,
    ]),
  ]);
}

async function install() {
  // Mirrors of the registry do not always have the newest of a dependency of theirs, and we do not care which it is.
  const overrides = { 'typedarray.prototype.slice': '1' };
  await writeFile(join(scratch, 'package.json'), JSON.stringify({ private: true, overrides }));
  // It would send figures of this run to its makers.
  await mkdir(join(scratch, '.claude-server-commander'));
  await writeFile(join(scratch, '.claude-server-commander/config.json'), '{"telemetryEnabled":false}');
  const shells = only && only !== 'shell' ? [] : SERVERS.flatMap((server) => server.package ?? []);
  const browsers = only && only !== 'browser' ? [] : BROWSER_PACKAGES;
  const assistants = only && only !== 'assistant' ? [] : ASSISTANT_PACKAGES;
  const packages = [...shells, ...browsers, ...assistants];
  const installed = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (installed.status !== 0) throw new Error('The peers could not be installed');
  // It puts its program in place by a script, and is the only one that needs its own.
  spawnSync(process.execPath, ['postinstall.mjs'], { cwd: join(scratch, 'node_modules/opencode-ai'), stdio: 'ignore' });
}
