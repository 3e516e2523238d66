import { chmod, cp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { EXTENSION_ID, SUBPROTOCOL } from '../../packages/browser/src/protocol.ts';
import { WebSocket } from '../../packages/browser/src/testing/web-socket.ts';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { useHome } from '../kit/browser.ts';
import { BINARY, openSandbox, runBinary } from '../kit/helve.ts';

const home = useHome();

interface Check {
  readonly topic: string;
  readonly check: string;
  readonly state: string;
  readonly detail: string;
  readonly hint?: string;
}

const HOPS = ['extension', 'program', 'service', 'token', 'pairing', 'socket', 'worker', 'tab'];

const env = (more: NodeJS.ProcessEnv = {}) => ({
  PATH: process.env.PATH,
  HOME: home.home,
  HELVE_HOME: home.home,
  ...more,
});

/** What the doctor says of the browser; the states of its hops in order, and what failed or is off. */
async function examine(more: NodeJS.ProcessEnv = {}) {
  const { code, stdout } = await runBinary(['doctor', 'browser'], { cwd: home.home, env: env(more) });
  const found = summary(stdout);
  expect(code).toBe(typeof found === 'object' && 'failed' in found ? 1 : 0);
  return found;
}

function summary(stdout: string) {
  const { ok, checks: all } = JSON.parse(stdout).data as { ok: boolean; checks: readonly Check[] };
  const checks = all.filter(({ topic }) => topic === 'browser');
  expect(checks.map(({ check }) => check)).toEqual(HOPS);
  const ends = checks.filter(({ state }) => state === 'failed' || state === 'off');
  const [first] = ends;
  expect(ends.length).toBeLessThanOrEqual(1);
  expect(ok).toBe(first?.state !== 'failed');
  // Behind it nothing can be said.
  const behind = first ? checks.slice(checks.indexOf(first) + 1) : [];
  expect(behind.map(({ state }) => state)).toEqual(behind.map(() => 'skipped'));
  return first ? { [first.state]: first.check, detail: first.detail, hint: first.hint } : 'all is well';
}

it('names the hop that failed and what to do, from the first to the last', async () => {
  expect(await examine({ PATH: home.home })).toMatchObject({
    off: 'program',
    hint: expect.stringContaining('Install Chromium'),
  });
  expect(await examine()).toMatchObject({ off: 'service', hint: 'To start it now: service start' });
  const { port } = await home.data<{ port: number }>('pair');
  await chmod(join(home.home, 'token'), 0o644);
  expect(await examine()).toMatchObject({ failed: 'token', detail: expect.stringContaining('mode is 644') });
  await chmod(join(home.home, 'token'), 0o600);
  expect(await examine()).toMatchObject({ off: 'pairing', hint: expect.stringContaining('browser launch') });
  await writeFile(join(home.home, 'browsers.json'), '{}', { mode: 0o644 });
  expect(await examine()).toMatchObject({ failed: 'pairing', detail: expect.stringContaining('cannot be trusted') });
  await rm(join(home.home, 'browsers.json'));

  const token = await pairByHand(port);
  expect(await examine()).toMatchObject({ failed: 'socket', hint: expect.stringContaining('chrome://extensions') });
  const silent = await connect(port, token);
  expect(await examine()).toMatchObject({ failed: 'worker', detail: expect.stringContaining('does not answer') });
  silent.terminate();
  await home.data('unpair', { name: 'silent' });

  const browser = await home.start('main');
  await writeFile(join(home.home, 'settings.json'), JSON.stringify({ browser: { deny: ['navigate'] } }));
  expect(await examine()).toMatchObject({ failed: 'tab', hint: expect.stringContaining('the rule navigate') });
  await rm(join(home.home, 'settings.json'));
  expect(await examine()).toBe('all is well');
  expect(await home.data('session list')).toEqual({ sessions: [] });

  const alone = await runBinary(['doctor'], { cwd: home.home, env: env() });
  expect(summary(alone.stdout)).toBe('all is well');
  await browser.kill();
  await stopService(home.home);
});

it('misses an extension that is not built', async () => {
  const copy = join(home.home, 'copy');
  await cp(dirname(BINARY), copy, { recursive: true });
  await rm(join(copy, 'extension'), { recursive: true });
  const { stdout } = await runBinary(['doctor', 'browser'], {
    cwd: home.home,
    env: env(),
    binary: join(copy, 'helve.cjs'),
  });
  expect(summary(stdout)).toMatchObject({ failed: 'extension', hint: 'Run: npm run build' });
});

it('shows a person a line for each hop, and below what failed what to do', async () => {
  const { helveOnTerminal } = await openSandbox();
  const { stdout } = await helveOnTerminal(['doctor', 'browser']);
  expect(stdout.replaceAll('\r', '').trimEnd().split('\n').slice(1)).toEqual([
    expect.stringMatching(/^✓ browser program: .*chromium$/),
    '– browser service: does not run; it starts when it is needed',
    '  → To start it now: service start',
    ...HOPS.slice(3).map((hop) => `· browser ${hop}: not looked at, because service is off`),
    'Nothing is wrong. Not in use: browser service.',
  ]);
});

/** Pairs a browser that is none. */
async function pairByHand(port: number): Promise<string> {
  const { pairingCode: code } = await home.data<{ pairingCode: string }>('pair', { name: 'silent' });
  const response = await fetch(`http://127.0.0.1:${port}/pair/claim`, {
    method: 'POST',
    headers: { Origin: `chrome-extension://${EXTENSION_ID}` },
    body: JSON.stringify({ code, instance: '00000000-0000-4000-8000-000000000000', browser: 'Chrome/1' }),
  });
  return ((await response.json()) as { extensionToken: string }).extensionToken;
}

/** Connects as an extension does whose worker hangs. */
async function connect(port: number, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, [SUBPROTOCOL, `auth.${token}`], {
    headers: { Origin: `chrome-extension://${EXTENSION_ID}` },
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', () => resolve());
    socket.on('open', () =>
      socket.send(
        JSON.stringify({
          type: 'hello',
          protocolVersion: 1,
          extensionVersion: '1',
          browser: 'Chrome/1',
          instance: '00000000-0000-4000-8000-000000000000',
          run: 'r',
          tabs: [],
        }),
      ),
    );
  });
  return socket;
}
