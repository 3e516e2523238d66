import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:process';

/** A process that runs now. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** With the pid it names one process for good: pids are used again. */
  readonly started: string;
  /** Whether its environment, as it was when it started, holds this run id. */
  readonly carries: (runId: string) => boolean;
  readonly command: () => string;
}

/** The variable that a run and all its descendants carry: the ids of the runs around it, outermost first. */
export const RUN_VARIABLE = 'HELVE_RUN';

/** Every process, or those among `pids` that there are. Processes that have ended and wait to be reaped are left out. */
export function readProcesses(pids?: Iterable<number>): readonly ProcessEntry[] {
  if (platform !== 'linux') return readWithPs(pids);
  const wanted = pids ?? readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const entries: ProcessEntry[] = [];
  for (const pid of wanted) {
    const entry = readEntry(Number(pid));
    if (entry) entries.push(entry);
  }
  return entries;
}

/**
 * The pids that were given out after `pid` was, if the kernel says which was the last. A run that started nothing is
 * found out by one small read; going through all of /proc takes longer than running `true`.
 */
export function pidsAfter(pid: number): Iterable<number> | undefined {
  if (platform !== 'linux') return undefined;
  const last = Number(read('/proc/loadavg').trim().split(' ').at(-1));
  const count = last - pid;
  if (!(count >= 0 && count < 1000)) return undefined;
  return Array.from({ length: count }, (_, index) => pid + 1 + index);
}

function readEntry(pid: number): ProcessEntry | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name stands in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  if (stat === '' || state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: fields[19] ?? '',
    carries: (runId) => carriesIn(read(`/proc/${pid}/environ`), runId, '\0'),
    command: () => clip(read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() || stat.replace(/ \(|\).*/gs, ' ')),
  };
}

/** Other systems: one `ps` for all, which shows the environment behind the command. */
function readWithPs(pids?: Iterable<number>): readonly ProcessEntry[] {
  const wanted = pids && new Set(pids);
  const table = execFileSync('ps', ['-axEww', '-o', 'pid=,ppid=,pgid=,stat=,lstart=,command='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return table.split('\n').flatMap((line): ProcessEntry[] => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+ +\w+ +\d+ [\d:]+ \d+)\s+(.*)$/.exec(line);
    if (!found) return [];
    const [, pid, parent, group, state, started = '', command = ''] = found;
    if (state?.startsWith('Z') || (wanted && !wanted.has(Number(pid)))) return [];
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: Number(group),
        started,
        carries: (runId) => carriesIn(command, runId, ' '),
        command: () => clip(command),
      },
    ];
  });
}

function carriesIn(environment: string, runId: string, separator: string): boolean {
  return environment.split(separator).some((entry) => entry.startsWith(`${RUN_VARIABLE}=`) && entry.includes(runId));
}

function clip(command: string): string {
  return command.length > 200 ? `${command.slice(0, 199)}…` : command;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended, or belongs to somebody else.
    return '';
  }
}
