import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { findMembers, type ProcessEntry, readProcesses, type RunningProcess } from '@helve/processes';
import type { Session } from './session.ts';
import { constants } from 'node:os';

export interface EndOptions {
  /** How long programs may take to end in good order. */
  readonly graceMs: number;
  /** What is left then is killed. */
  readonly force: boolean;
}

const KILL_MS = 3000;
const POLL_MS = 10;

/** Ends a session and everything it started, also what went off by itself. Gives the processes that would not go. */
export async function endSession(session: Session, { graceMs, force }: EndOptions): Promise<readonly RunningProcess[]> {
  const known = new Map<number, string>();
  const members = () => findProcesses(session, known);
  const asked = new Set<string>();
  // A shell at its prompt takes no notice of TERM; it ends when its terminal is gone, and so do others as a last word.
  const hangUpAt = performance.now() + (session.meta.command === null ? 0 : graceMs / 2);
  let hungUp = false;
  await until(graceMs, () => {
    const left = members();
    for (const { pid, started } of left) {
      if (asked.has(`${pid} ${started}`)) continue;
      asked.add(`${pid} ${started}`);
      send(pid, 'SIGTERM');
      // One that is stopped hears nothing until it goes on.
      send(pid, 'SIGCONT');
    }
    if (!hungUp && session.running && performance.now() >= hangUpAt) {
      hungUp = true;
      send(session.pid, 'SIGHUP');
    }
    return left.length === 0 && !session.running;
  });
  if (force) {
    await until(KILL_MS, () => {
      const left = members();
      for (const { pid } of left) send(pid, 'SIGKILL');
      return left.length === 0 && !session.running;
    });
  }
  return members().map(({ pid, command }) => ({ pid, command: command() }));
}

function findProcesses({ running, pid, meta }: Session, known: Map<number, string>): readonly ProcessEntry[] {
  const processes = readProcesses();
  if (running) return findMembers({ pid, runId: meta.tag }, processes, known);
  // The first process is gone and its pid may be another's by now.
  return processes.filter((entry) => known.get(entry.pid) === entry.started || entry.carries(meta.tag));
}

async function until(limitMs: number, isDone: () => boolean): Promise<void> {
  const end = performance.now() + limitMs;
  while (!isDone() && performance.now() < end) await delay(POLL_MS);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** SIGTERM for 15. */
export function signalName(number: number | null): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
