/** A home with a browser of its own, and the ways to it: the library in this process, an MCP server, a process for each command. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from './mcp-client.mjs';

const BINARY = join(process.cwd(), 'packages/helve/dist/helve.cjs');

export async function openHome() {
  const home = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  const env = { ...process.env, HELVE_HOME: home };
  const { runLine } = createRequire(import.meta.url)(join(process.cwd(), 'packages/helve/dist/index.cjs'));
  /** A line in this process, over the service's socket. */
  const line = async (text) => {
    const result = await runLine(`helve browser ${text}`, { home, env });
    if (result.error) throw new Error(`${text}: ${result.error.message}`);
    return result;
  };
  /** A process of its own. */
  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BINARY, ...args], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`helve ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  };
  await line('launch --headless');
  return {
    line,
    run,
    open: async (url) => (await line(`tab open --url ${url}`)).data.session,
    mcp: () => connect(process.execPath, [BINARY, 'mcp', '--tools', 'browser'], { env, cwd: home }),
    close: async () => {
      run('service', 'stop');
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
