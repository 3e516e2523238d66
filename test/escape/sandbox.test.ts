import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPolicy, MODES, parseRule } from '../../packages/policy/src/index.ts';
import { compileConfinement } from '../../packages/policy/src/confinement/compile.ts';
import { beginProgram } from '../../packages/processes/src/begin.ts';
import { confineProgram } from '../../packages/processes/src/confine/confine.ts';
import type { DriverName } from '../../packages/processes/src/confine/driver.ts';
import { ATTEMPTS } from './attempts.ts';
import { KERNEL_ATTEMPTS, PROXY_ATTEMPTS } from './kernel-attempts.ts';
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
  return compileConfinement(policy, { cwd, env: { HOME: user }, home });
}

async function attempt(driver: DriverName, way: Way, line: string): Promise<string> {
  const { project: cwd, variables: env } = bait;
  const start = { program: '/bin/bash', args: ['-c', line], cwd, env };
  const confinement =
    way === 'default with one allowed host'
      ? { ...(await confinementIn('default')), network: { hosts: ['allowed.test'] } }
      : await confinementIn(way);
  const run = await confineProgram(start, confinement, [driver]);
  // Sockets and files of other tests come and go while it is set up.
  const { printed } = await beginProgram(run, async ({ program, args }) => {
    const child = spawn(program, args, { cwd, env: run.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    const ended = new Promise<boolean>((resolve) => child.on('close', () => resolve(true)));
    return {
      ended,
      printed: ended.then(() => {
        clearTimeout(timer);
        return text;
      }),
    };
  });
  const said = await printed;
  run.release();
  expect(run.started()).toBe(true);
  return said;
}

type Way = (typeof MODES)[number] | 'default with one allowed host';

const ALL = Object.entries({ ...ATTEMPTS, ...KERNEL_ATTEMPTS });

/** The second driver takes longer to start: it is tried with what depends on it. */
const BY_DRIVER = ALL.filter(([kind]) => /guarded|system|rights|processes|descriptors|other ways/.test(kind));

const WAYS: readonly (readonly [DriverName, Way, readonly (readonly [string, readonly string[]])[]])[] = [
  ...MODES.map((mode) => ['bubblewrap', mode, ALL] as const),
  ['namespaces', 'default', BY_DRIVER],
  ['bubblewrap', 'default with one allowed host', Object.entries(PROXY_ATTEMPTS)],
  ['namespaces', 'default with one allowed host', Object.entries(PROXY_ATTEMPTS)],
];

describe.each(WAYS)('with %s in mode %s no attempt succeeds to', (driver, mode, attempts) => {
  describe.each(attempts)('%s', (_, lines) => {
    it.each(lines)('%s', async (line) => {
      const printed = await attempt(driver, mode, line);
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
