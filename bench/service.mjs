/** What a call costs from a shell that asks the service, instead of starting a process. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BINARY = join(process.cwd(), 'packages/helve/dist/helve.cjs');
const CALLS = 300;

export async function serviceRows() {
  const home = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  const env = { ...process.env, HELVE_HOME: home };
  const helve = (...args) => run(process.execPath, [BINARY, ...args], env);
  try {
    helve('service', 'start', '--port', '0');
    const rows = [];
    for (const shell of ['bash', 'zsh']) {
      const init = join(home, `init.${shell}`);
      await writeFile(init, helve('shell-init', shell));
      const microseconds = Number(run(shell, ['-c', MEASURE, init], env));
      rows.push({
        name: `helve --version as a function in ${shell}`,
        value: microseconds / 1000,
        unit: 'ms',
        against: '-',
        atMost: 4,
        detail: `median of ${CALLS} calls in one shell`,
      });
    }
    return rows;
  } finally {
    helve('service', 'stop');
    await rm(home, { recursive: true, force: true });
  }
}

/** Prints the median in microseconds, by the shell's own clock; the program itself must not be found. */
const MEASURE = `
  source "$0"
  [ -z "\${ZSH_VERSION-}" ] || zmodload zsh/datetime
  sort=$(command -v sort) sed=$(command -v sed); PATH=/nowhere
  for _ in {1..20}; do helve --version >/dev/null; done
  for _ in {1..${CALLS}}; do
    before=$EPOCHREALTIME; helve --version >/dev/null || exit 1; after=$EPOCHREALTIME
    before=\${before/./} after=\${after/./}
    echo $((10#\${after:4:12} - 10#\${before:4:12}))
  done | $sort -n | $sed -n ${CALLS / 2}p`;

function run(command, args, env) {
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}
