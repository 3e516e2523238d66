import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcesses } from '@helve/processes';
import { expect, onTestFinished } from 'vitest';
import { Connections, type ConnectionsOptions, type UsableServer } from '../connections.ts';
import { findTool } from '../execute.ts';
import type { CallOptions } from '../requests.ts';
import { type CallResult, shapeResult } from '../result.ts';
import type { ServerConfig } from '../server.ts';

const ODD = join(import.meta.dirname, 'odd-server.mjs');

export interface Bench {
  readonly home: string;
  readonly connections: Connections;
  /** What the odd server has noted. */
  readonly notes: () => Promise<readonly string[]>;
  readonly odd: (...modes: readonly string[]) => UsableServer;
  readonly server: (config: ServerConfig, name?: string) => UsableServer;
  readonly call: (
    server: UsableServer,
    tool: string,
    args?: object,
    options?: Partial<CallOptions>,
  ) => Promise<CallResult>;
}

/** Connections with a home of their own; all servers must be gone after the test. */
export async function openBench(options: Partial<ConnectionsOptions> = {}): Promise<Bench> {
  const home = await mkdtemp(join(tmpdir(), 'helve-mcp-'));
  const log = join(home, 'odd.log');
  const connections = new Connections({ home, ...options });
  const notes = async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  onTestFinished(async () => {
    await connections.close();
    for (const pid of pidsIn(await notes())) await expectGone(pid);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const server = (config: ServerConfig, name = 'odd'): UsableServer => ({
    name,
    scope: 'user',
    source: 'the test',
    shown: '',
    config,
    trusted: true,
    folder: home,
  });
  return {
    home,
    connections,
    notes,
    server,
    odd: (...modes) =>
      server({
        type: 'stdio',
        command: process.execPath,
        args: [ODD, ...modes],
        env: { ODD_LOG: log, SECRET: 'hunter2-secret' },
      }),
    call: async (used, tool, args = {}, given = {}) => {
      const signal = given.signal ?? new AbortController().signal;
      const callOptions: CallOptions = { timeoutMs: 30_000, ...given, signal };
      const user = { place: { env: process.env }, signal };
      return connections.use(used, user, async (connection) => {
        const found = await findTool(connection, used.name, tool, callOptions);
        const result = await connection.call(found, { ...args }, callOptions);
        return shapeResult(used.name, tool, result, { place: { cwd: home, env: {}, home }, now: Date.now });
      });
    },
  };
}

export function pidsIn(notes: readonly string[]): readonly number[] {
  return notes.flatMap((line) => (line.startsWith('start ') ? [Number(line.slice(6))] : []));
}

/** Waits until a process is no more. */
export async function expectGone(pid: number): Promise<void> {
  await expect.poll(() => readProcesses([pid]), { timeout: 30_000, interval: 20 }).toEqual([]);
}
