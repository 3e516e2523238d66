import { readFileSync } from 'node:fs';

/**
 * Tells a running process apart from any other that ever had or will have its number: when it started, and in which run of
 * the machine. Undefined when there is no such process, or only what is left of one that nobody has collected.
 */
export function identityOf(pid: number): string | undefined {
  boot ??= readIfThere('/proc/sys/kernel/random/boot_id');
  if (boot === undefined) return identityFromPs(pid);
  const stat = readIfThere(`/proc/${pid}/stat`);
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
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
