import { readFileSync } from 'node:fs';
import { CommandError } from '@helve/command';

/**
 * Tells a running process apart from any other that ever had or will have its number: when it started, and in which run of
 * the machine. Undefined when there is no such process, or only what is left of one that nobody has collected. Throws when
 * the process exists and the system does not show it to us: callers must not take it for one that has ended.
 */
export function identityOf(pid: number): string | undefined {
  boot ??= readBoot();
  if (boot === undefined) return identityFromPs(pid);
  const stat = readStat(pid);
  if (stat === undefined) return undefined;
  // The name of the program stands in brackets and may hold anything, brackets too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, threads, startTime] = [fields[0], Number(fields[17]), fields[19]];
  // The first thread of a killed process may have ended while another still finishes a call, such as a rename.
  const hasEnded = (state === 'Z' || state === 'X') && threads <= 1;
  return hasEnded ? undefined : `${startTime}@${boot.trim()}`;
}

/** The run of the machine that this process is in. */
let boot: string | undefined;

/** Undefined where the system has no /proc. */
function readBoot(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

function readStat(pid: number): string | undefined {
  const read = () => readFileSync(`/proc/${pid}/stat`, 'utf8');
  try {
    return read();
  } catch {
    if (hasEnded(pid)) return undefined;
  }
  try {
    // The number may have been given to a new process just now.
    return read();
  } catch (thrown) {
    throw cannotLookUp(pid, thrown);
  }
}

function identityFromPs(pid: number): string | undefined {
  // Where there is /proc, the start of every command is spared loading it.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch (thrown) {
    if (hasEnded(pid)) return undefined;
    throw cannotLookUp(pid, thrown);
  }
}

/** Whether no process has this number: the system knows also where it does not show a process to us. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    // Numbers that no process can have are refused in other ways.
    return (thrown as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT';
}

function cannotLookUp(pid: number, cause: unknown): CommandError {
  return new CommandError('UNAVAILABLE', `Cannot find out whether process ${pid} still runs`, {
    hint: 'Try again.',
    retry: 'safe',
    cause,
  });
}
