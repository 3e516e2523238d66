import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { endTree, RUN_VARIABLE, watchOver } from '@helve/processes';
import { CommandError, makeFolder, readTextIfAny, worded } from '@helve/command';
import { browserArguments } from './browser-arguments.ts';
import { Devtools } from './devtools.ts';
import { type Bootstrap, prepareExtension } from './extension-folder.ts';
import { byHand, findBrowser, isBrandedChrome } from './find-browser.ts';

export interface LaunchPlan {
  readonly profile: string;
  readonly headless: boolean;
  readonly program: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bootstrap: () => Bootstrap;
}

interface Launched {
  readonly pid: number;
  readonly program: string;
  readonly headless: boolean;
  readonly end: () => Promise<void>;
  /** Only of a browser without a window. */
  readonly devtools: Devtools | undefined;
  /** Resolves when the browser fails: with what it printed last, if anything. */
  readonly failed: Promise<string>;
}

/** The browsers that helve has started, by profile. They end with the service. */
export class Launcher {
  readonly #home: string;
  readonly #onExit: (profile: string) => void;
  readonly #browsers = new Map<string, Promise<Launched>>();

  constructor(home: string, onExit: (profile: string) => void) {
    this.#home = home;
    this.#onExit = onExit;
  }

  get running(): boolean {
    return this.#browsers.size > 0;
  }

  get profiles(): readonly string[] {
    return [...this.#browsers.keys()];
  }

  /** Starts a browser with this profile, unless it runs. */
  async launch(plan: LaunchPlan): Promise<Launched & { readonly started: boolean }> {
    const running = this.#browsers.get(plan.profile);
    if (running) return { ...(await running), started: false };
    const starting = this.#start(plan);
    this.#browsers.set(plan.profile, starting);
    starting.catch(() => this.#browsers.delete(plan.profile));
    return { ...(await starting), started: true };
  }

  /** The DevTools protocol of a browser that was started without a window. */
  async devtools(profile: string): Promise<Devtools | undefined> {
    return (await this.#browsers.get(profile))?.devtools;
  }

  /** Ends the browser of a profile; says whether there was one. */
  async end(profile: string): Promise<boolean> {
    const launched = this.#browsers.get(profile);
    if (!launched) return false;
    await (await launched).end();
    return true;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.profiles.map((profile) => this.end(profile)));
  }

  async #start({ profile, headless, program: named, env, bootstrap }: LaunchPlan): Promise<Launched> {
    const folder = join(this.#home, 'browsers', profile);
    const program = findBrowser(env, named);
    if (isBrandedChrome(program)) {
      throw new CommandError(
        'PROGRAM_MISSING',
        `${program} is Chrome, which since version 137 loads no extension for helve`,
        {
          hint: worded`Install Chromium, Brave or Edge, or put the extension into Chrome by hand: ${byHand()}`,
          details: { program },
        },
      );
    }
    await makeFolder(join(folder, 'profile'), 0o700);
    await prepareExtension(join(folder, 'extension'), bootstrap());
    const runId = randomBytes(12).toString('hex');
    const args = browserArguments({
      profile: join(folder, 'profile'),
      extension: join(folder, 'extension'),
      headless,
      devtools: headless,
    });
    const log = join(folder, 'browser.log');
    const output = await open(log, 'w', 0o600);
    const child = spawn(program, [...args, 'about:blank'], {
      cwd: '/',
      env: { ...env, [RUN_VARIABLE]: runId },
      stdio: ['ignore', 'ignore', output.fd, ...(headless ? (['pipe', 'pipe'] as const) : [])],
      detached: true,
    });
    const pid = await started(child, program).finally(() => void output.close());
    const over = watchOver({ pid, runId }, env.PATH);
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => {
        over();
        this.#browsers.delete(profile);
        this.#onExit(profile);
        resolve();
      });
    });
    const failed = new Promise<string>((resolve) => {
      // With 0 it has passed its work on to one that runs already with this profile.
      child.once('exit', (code) => code !== 0 && resolve(lastLine(log)));
    });
    return {
      pid,
      program,
      headless,
      failed,
      devtools: devtoolsOf(child),
      end: async () => {
        await endTree({ pid, runId }, GRACE_MS);
        await exited;
      },
    };
  }
}

/** How long a browser may take to write its profile before it is killed. */
const GRACE_MS = 3_000;

function devtoolsOf({ stdio }: ChildProcess): Devtools | undefined {
  const [, , , output, input] = stdio as readonly unknown[] as readonly [null, null, null, Writable?, Readable?];
  return output && input ? new Devtools(output, input) : undefined;
}

function started(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new CommandError('PROGRAM_MISSING', `${program} could not be started: ${cause.message}`, { cause }));
    });
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
}

function lastLine(file: string): string {
  return readTextIfAny(file)?.trimEnd().split('\n').at(-1)?.slice(0, 300) ?? '';
}
