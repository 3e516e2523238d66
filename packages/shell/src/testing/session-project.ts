import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readProcesses } from '@helve/processes';
import { type ErrorReport, type Place, Registry, runCommand } from '@helve/command';
import { Keeper, type Outcome } from '@helve/command/host';
import { type FlatCaller, sampleCaller } from '@helve/policy/testing';
import * as v from 'valibot';
import { expect, onTestFinished } from 'vitest';
import type { Output as ReadResult } from '../commands/terminal/session/read.ts';
import type { Output as StartResult } from '../commands/terminal/session/start.ts';
import type { Output as StopResult } from '../commands/terminal/session/stop.ts';
import type { Output as WriteResult } from '../commands/terminal/session/write.ts';
import { terminalModule } from '../terminal/module.ts';
import { errorOf } from './workspace.ts';

/** Sessions in a folder and home of their own; after the test no process of theirs is left. */
export interface SessionProject {
  readonly dir: string;
  readonly home: string;
  readonly keeper: Keeper;
  readonly run: (path: string, input?: object, caller?: FlatCaller) => Promise<Outcome>;
  readonly error: (path: string, input?: object, caller?: FlatCaller) => Promise<ErrorReport>;
  readonly start: (input?: object) => Promise<StartResult>;
  readonly read: (sessionId: string, input?: object) => Promise<ReadResult>;
  readonly write: (sessionId: string, input: string, rest?: object) => Promise<WriteResult>;
  readonly stop: (sessionId: string, force?: boolean) => Promise<StopResult>;
  /** Waits for the end of a session; gives the reading that told of it. */
  readonly exit: (sessionId: string) => Promise<ReadResult>;
  /** Reads until the screen is as wanted, and gives its rows. */
  readonly screen: (
    sessionId: string,
    isWanted: (rows: readonly string[], result: ReadResult) => boolean,
  ) => Promise<ReadResult>;
}

/** `keeperEnv`: the environment of the process that keeps them, with its limits. */
export async function openSessions(env: Place['env'] = {}, keeperEnv: Place['env'] = {}): Promise<SessionProject> {
  const base = await mkdtemp(join(tmpdir(), 'helve-session-'));
  const dir = join(base, 'project');
  const home = join(base, 'home');
  await mkdir(dir);
  const keeper = new Keeper(home, keeperEnv);
  const registry = new Registry([terminalModule]);
  const caller = {
    cwd: dir,
    env: {
      PATH: process.env.PATH,
      HOME: base,
      SHELL: '/bin/bash',
      LANG: 'C.UTF-8',
      PS1: '$ ',
      TEST_BASE: base,
      ...env,
    },
    home,
    keeper,
  };
  onTestFinished(async () => {
    await keeper.close();
    expect(await processesOf(base)).toEqual([]);
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  });
  const run = async (path: string, input: object = {}, more: FlatCaller = {}) => {
    const command = await registry.get(path);
    const outcome = await runCommand(command, input, sampleCaller({ ...caller, ...more }));
    expect(v.parse(command.output, outcome.data)).toEqual(outcome.data);
    return outcome;
  };
  const data = async <Data>(path: string, input: object) => (await run(path, input)).data as Data;
  const read = (sessionId: string, input: object = {}) =>
    data<ReadResult>('terminal session read', { sessionId, timeoutSeconds: 30, ...input });
  return {
    dir,
    home,
    keeper,
    run,
    read,
    error: (path, input, more) => errorOf(path, run(path, input, more)),
    start: (input = {}) => data<StartResult>('terminal session start', input),
    write: (sessionId, input, rest = {}) =>
      data<WriteResult>('terminal session write', { sessionId, input, timeoutSeconds: 30, ...rest }),
    stop: (sessionId, force = false) => data<StopResult>('terminal session stop', { sessionId, force }),
    exit: async (sessionId) => {
      for (;;) {
        const result = await read(sessionId, { until: 'exit', view: 'screen' });
        if (!result.isRunning) return result;
        await delay(20);
      }
    },
    screen: async (sessionId, isWanted) => {
      for (;;) {
        const result = await read(sessionId, { view: 'screen', timeoutSeconds: 0 });
        if (result.screen && isWanted(result.screen.rows, result)) return result;
        await delay(20);
      }
    },
  };
}

/** The command lines of processes that were started with this folder in their environment. */
export async function processesOf(base: string): Promise<readonly string[]> {
  return readProcesses().flatMap(({ pid, command }) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TEST_BASE=${base}`) ? command() : [];
    } catch {
      return [];
    }
  });
}
