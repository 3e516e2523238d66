import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, inWords, runCommand, toCommandError } from '@helve/command';
import { afterAll, beforeAll, vi } from 'vitest';
import { prepareExtension } from '../../packages/browser/src/connection/extension-folder.ts';
import type { Data, Envelope } from '../../packages/browser/src/protocol.ts';
import { createCaller } from '../../packages/helve/src/caller.ts';
import { createRegistry } from '../../packages/helve/src/modules.ts';
import { lockHolder } from '../../packages/helve/src/service/lock.ts';
import { writeLastPort } from '../../packages/helve/src/service/last-port.ts';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { type Chromium, startChromium } from './chromium.ts';

const registry = createRegistry();

type Input = Readonly<Record<string, unknown>>;

export interface TestHome {
  /** HELVE_HOME. */
  readonly home: string;
  /** Runs `browser <action>` as the terminal does, without a process of its own, and gives what that would print. */
  readonly envelope: (action: string, input?: Input, options?: CallOptions) => Promise<Envelope>;
  /** The data of a command that must succeed. */
  readonly data: <Result = never>(action: string, input?: Input, options?: CallOptions) => Promise<Result>;
  /** The error of a command that must fail. */
  readonly failure: (action: string, input?: Input, options?: CallOptions) => Promise<Failed['error']>;
  /** Starts a browser in this home, paired under the name unless that is left out. */
  readonly start: (name?: string) => Promise<TestBrowser>;
  /** Opens a tab in a session of its own. */
  readonly open: (url: string, browser?: string) => Promise<{ readonly session: string; readonly tab: string }>;
  /** Kills the service without a warning; the next command starts another. */
  readonly killService: () => Promise<void>;
}

type Failed = Extract<Envelope, { ok: false }>;

interface CallOptions {
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string) => void;
}

export interface TestBrowser extends Chromium {
  /** Starts it again with the same profile, after it was killed. */
  readonly again: () => Promise<TestBrowser>;
}

/** Opens a home for the tests of one file, with a browser in it; both are gone after them. */
export function useBrowser(): TestHome & { readonly browser: TestBrowser } {
  const made = useHome();
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    browser = await made.start('main');
  });
  return {
    ...made,
    get home() {
      return made.home;
    },
    get browser() {
      if (!browser) throw new Error('The browser is not there yet');
      return browser;
    },
  };
}

/** Opens a home without a browser. */
export function useHome(): TestHome {
  const browsers: Chromium[] = [];
  let home = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'helve-browser-'));
    // Not the usual port: a service of another test would take it while this one is restarted.
    writeLastPort(home, await freePort());
  });
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.kill()));
    await stopService(home);
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  const envelope: TestHome['envelope'] = async (action, input = {}, { timeout, signal, progress } = {}) => {
    const command = await registry.get(`browser ${action}`);
    const toEnvelope = await registry.module('browser')?.envelope?.();
    if (!toEnvelope) throw new Error('The module browser has no envelope');
    const caller = await createCaller(registry, {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home },
      home,
      defaultMode: 'bypassPermissions',
      by: 'person',
      defaultModeSource: 'the test',
      signal,
    });
    try {
      const {
        data,
        facts = {},
        warnings,
      } = await runCommand(command, input, { ...caller, reach: { ...caller.reach, timeout, progress } });
      return toEnvelope({ ok: true, data, facts, warnings: warnings.map((warning) => inWords(warning)) }) as Envelope;
    } catch (thrown) {
      return toEnvelope({ ok: false, error: toCommandError(thrown).report(), warnings: [] }) as Envelope;
    }
  };

  const data: TestHome['data'] = async <Result>(action: string, input?: Input, options?: CallOptions) => {
    const answered = await envelope(action, input, options);
    if (answered.ok) return answered.data as Result;
    throw new CommandError('INTERNAL', `browser ${action}: ${JSON.stringify(answered.error)}`);
  };

  const start = async (name?: string): Promise<TestBrowser> => {
    const folder = join(home, 'test-browsers', name ?? `browser-${browsers.length}`);
    const extension = join(folder, 'extension');
    const { pairingCode: code, port } = await data<{ pairingCode: string; port: number }>('pair', name ? { name } : {});
    await prepareExtension(extension, name === undefined ? undefined : { port, code });
    const begin = async (): Promise<TestBrowser> => {
      const chromium = await startChromium(folder, extension);
      browsers.push(chromium);
      if (name !== undefined) await connected(name);
      return { ...chromium, again: begin };
    };
    return begin();
  };

  const connected = (name: string) =>
    vi.waitUntil(
      async () => (await data<Status>('status')).browsers.some((each) => each.name === name && each.connected),
      { timeout: 30_000, interval: 50 },
    );

  return {
    get home() {
      return home;
    },
    envelope,
    data,
    start,
    failure: async (action, input, options) => {
      const answered = await envelope(action, input, options);
      if (!answered.ok) return answered.error;
      throw new Error(`browser ${action} was expected to fail`);
    },
    open: (url, browser) => data('tab open', { url, ...(browser === undefined ? {} : { browser }) }),
    killService: async () => {
      const holder = lockHolder(home);
      if (!holder) return;
      process.kill(holder.pid, 'SIGKILL');
      await vi.waitUntil(() => lockHolder(home) === undefined, 15_000);
    },
  };
}

/** A port that nobody has, and no service takes by itself. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Status {
  readonly browsers: readonly { readonly name: string; readonly connected: boolean }[];
}

/** The text of the page in the session's tab. */
export async function readText({ data }: TestHome, session: string): Promise<string> {
  return (await data<Data<'text'>>('text', { session })).text;
}
