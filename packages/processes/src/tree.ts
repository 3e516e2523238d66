import { kill, platform } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { pidsAfter, type ProcessEntry, readProcesses } from './table.ts';

/** How the processes of one run are known: its leader, which has a session and group of its own, and its id. */
export interface RunMark {
  readonly pid: number;
  readonly runId: string;
}

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** How long processes may take to end in good order, and then to be gone once they were killed. */
const GRACE_MS = 1000;
const KILL_MS = 1500;
const POLL_MS = 10;

/** Ends every process of a run: its group, its descendants, and whoever carries its id. Gives those that are left. */
export async function endTree(mark: RunMark, graceMs = GRACE_MS): Promise<readonly RunningProcess[]> {
  if (platform === 'win32') return endTreeOnWindows(mark);
  // Each process once found stays known: when its parent ends, nothing may show any more where it came from.
  const known = new Map<number, string>();
  const asked = new Set<string>();
  await until(graceMs, () => {
    const members = findMembers(mark, readProcesses(), known);
    if (asked.size === 0) signal(-mark.pid, 'SIGTERM');
    for (const { pid, started, group } of members) {
      if (asked.has(`${pid} ${started}`)) continue;
      asked.add(`${pid} ${started}`);
      if (group !== mark.pid) signal(pid, 'SIGTERM');
      // One that is stopped hears nothing until it goes on.
      signal(pid, 'SIGCONT');
    }
    return members.length === 0;
  });
  let left: readonly ProcessEntry[] = [];
  await until(KILL_MS, () => {
    left = findMembers(mark, readProcesses(), known);
    if (left.length > 0) signal(-mark.pid, 'SIGKILL');
    for (const { pid } of left) signal(pid, 'SIGKILL');
    return left.length === 0;
  });
  return describe(left);
}

/** What a run whose leader has ended left running. */
export async function findLeftRunning(mark: RunMark): Promise<readonly RunningProcess[]> {
  if (platform === 'win32') return [];
  // Elsewhere than on Linux, looking is dear, and a group without members is the best sign of an end.
  if (platform !== 'linux' && !signal(-mark.pid, 0)) return [];
  const find = () => findMembers(mark, readProcesses(pidsAfter(mark.pid)), new Map());
  // The last of a pipeline, and all that was in a sandbox, may be on their way out.
  const end = performance.now() + 2 * POLL_MS;
  let left = find();
  while (left.length > 0 && performance.now() < end) {
    await delay(1);
    left = find();
  }
  return describe(left);
}

export function findMembers(
  { pid: leader, runId }: RunMark,
  processes: readonly ProcessEntry[],
  known: Map<number, string>,
): readonly ProcessEntry[] {
  const members = new Map<number, ProcessEntry>();
  const children = childrenOf(processes);
  const add = (entry: ProcessEntry) => {
    if (members.has(entry.pid)) return;
    members.set(entry.pid, entry);
    known.set(entry.pid, entry.started);
    for (const child of children.get(entry.pid) ?? []) add(child);
  };
  for (const entry of processes) {
    const { pid, group, session, started } = entry;
    const ours = pid === leader || group === leader || session === leader || known.get(pid) === started;
    if (ours || entry.carries(runId)) add(entry);
  }
  return [...members.values()];
}

function childrenOf(processes: readonly ProcessEntry[]): ReadonlyMap<number, readonly ProcessEntry[]> {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of processes) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  return children;
}

function describe(entries: readonly ProcessEntry[]): readonly RunningProcess[] {
  return entries.map(({ pid, command }) => ({ pid, command: command() }));
}

async function until(limitMs: number, isDone: () => boolean): Promise<void> {
  const end = performance.now() + limitMs;
  while (!isDone() && performance.now() < end) await delay(POLL_MS);
}

/** Whether there was somebody to send it to. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return kill(pid, name);
  } catch {
    return false;
  }
}

async function endTreeOnWindows({ pid }: RunMark): Promise<readonly RunningProcess[]> {
  const { execFile } = await import('node:child_process');
  await new Promise((resolve) => execFile('taskkill', ['/pid', String(pid), '/t', '/f'], resolve));
  return [];
}
