import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { endTree, RUN_VARIABLE } from '@helve/processes';
import { expect } from 'vitest';
import { browserArguments } from '../../packages/browser/src/connection/browser-arguments.ts';
import { EXTENSION_ID } from '../../packages/browser/src/protocol.ts';
import { Cdp, type CdpPage } from './cdp.ts';

/** A headless Chromium with the extension, and its wires. */
export interface Chromium {
  readonly pid: number;
  readonly cdp: Cdp;
  /** The popup, as a page of its own. */
  readonly openPopup: () => Promise<CdpPage>;
  /** What an expression gives in the extension's worker. */
  readonly inWorker: <Value>(expression: string) => Promise<Value>;
  /** Ends the extension's worker, as Chrome may at any time. */
  readonly stopWorker: () => Promise<void>;
  /** Loads the extension anew, as a person or an update does. */
  readonly reloadExtension: () => Promise<void>;
  /** Ends the browser without a warning. */
  readonly kill: () => Promise<void>;
}

/** Starts Chromium with this profile and extension. */
export async function startChromium(folder: string, extension: string): Promise<Chromium> {
  const profile = join(folder, 'profile');
  await mkdir(profile, { recursive: true });
  const runId = randomBytes(12).toString('hex');
  const args = [
    ...browserArguments({ profile, extension, headless: true }),
    // No test may look outside.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    '--remote-debugging-pipe',
    'about:blank',
  ];
  const child = spawn('chromium', args, {
    env: { PATH: process.env.PATH, HOME: folder, [RUN_VARIABLE]: runId },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const pid = child.pid ?? 0;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const [, , , output, input] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const cdp = new Cdp(output, input);
  const worker = async () =>
    (await cdp.targets()).find(
      ({ type, url }) => type === 'service_worker' && url.startsWith(`chrome-extension://${EXTENSION_ID}`),
    );
  return {
    pid,
    cdp,
    inWorker: async (expression) => {
      const page = await cdp.attach((await worker())?.targetId ?? '');
      const value = await page.evaluate<never>(expression);
      await page.detach();
      return value;
    },
    openPopup: async () => {
      const page = await cdp.open(`chrome-extension://${EXTENSION_ID}/popup.html`);
      // What a new tab has until the popup comes is complete, too, and is gone while it is asked.
      const isThere = `location.pathname === '/popup.html' && document.readyState === 'complete'`;
      await expect.poll(() => page.evaluate<boolean>(isThere), { timeout: 30_000, interval: 20 }).toBe(true);
      return page;
    },
    stopWorker: async () => {
      const running = await worker();
      // It may have ended by itself meanwhile.
      if (running) await cdp.send('Target.closeTarget', { targetId: running.targetId }).catch(() => {});
    },
    reloadExtension: async () => {
      await cdp.send('Extensions.loadUnpacked', { path: extension });
    },
    kill: async () => {
      await endTree({ pid, runId }, 0);
      await exited;
    },
  };
}
