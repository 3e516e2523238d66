import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorityOf, createPolicy, MODES, parseRule } from '../../packages/policy/src/index.ts';
import { confineProgram } from '../../packages/processes/src/confine/confine.ts';
import type { DriverName } from '../../packages/processes/src/confine/driver.ts';
import { ATTEMPTS } from './attempts.ts';
import { Bait } from './bait.ts';

const bait = new Bait();
beforeAll(() => bait.listen());
beforeEach(() => bait.renew());
afterAll(() => bait.close());

const RULES = ['Read(~/.ssh/**)', 'Read(**/.env)', 'Edit(locked.txt)', 'Edit(kept/**)'];

/** The confinement of a caller in this mode, whose user trusts a hook. */
async function confinementIn(mode: (typeof MODES)[number]) {
  const { project: cwd, user, home, outside } = bait;
  const rules = [...RULES, `Read(${outside}/private/**)`].map((text) => parseRule('deny', text, 'test'));
  const base = { root: cwd, home: user };
  const guarded = [join(cwd, 'scripts/hook.sh')];
  const policy = await createPolicy({ mode, modeSource: 'test', rules, base, cwd, guarded });
  return authorityOf(policy).confinement({ cwd, env: { HOME: user }, home });
}

async function attempt(driver: DriverName, mode: (typeof MODES)[number], line: string): Promise<string> {
  const { project: cwd, variables: env } = bait;
  const start = { program: '/bin/bash', args: ['-c', line], cwd, env };
  const run = await confineProgram(start, await confinementIn(mode), 'closed', [driver]);
  const child = spawn(run.program, run.args, { cwd, env: run.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  run.release();
  return printed;
}

/** The second driver takes longer to start: it is tried with what depends on it. */
const BY_DRIVER = Object.entries(ATTEMPTS).filter(([kind]) => /guarded|system|rights|processes/.test(kind));

const WAYS = [
  ...MODES.map((mode) => ['bubblewrap', mode, Object.entries(ATTEMPTS)] as const),
  ['namespaces', 'default', BY_DRIVER] as const,
];

describe.each(WAYS)('with %s in mode %s no attempt succeeds to', (driver, mode, attempts) => {
  describe.each(attempts)('%s', (_, lines) => {
    it.each(lines)('%s', async (line) => {
      const printed = await attempt(driver, mode, line);
      expect(printed).not.toMatch(/^(bwrap: Can't|sandbox: )/);
      expect(bait.achieved(printed)).toEqual([]);
    });
  });
});

it('the bait works: without the sandbox it is taken', async () => {
  const taken = spawn(
    '/bin/bash',
    ['-c', 'cat .env; curl -s "http://127.0.0.1:$PORT"; echo x > .mcp.json; touch "$O/x"'],
    {
      cwd: bait.project,
      env: bait.variables,
    },
  );
  let printed = '';
  taken.stdout.on('data', (text) => (printed += text));
  await new Promise((resolve) => taken.on('close', resolve));
  expect(bait.achieved(printed)).toEqual([
    'printed the secret',
    'changed the outside',
    'changed .mcp.json',
    'reached a listener',
  ]);
});
