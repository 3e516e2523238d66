import { readdirSync, readlinkSync } from 'node:fs';
import { pid as ownPid } from 'node:process';
import { readProcesses } from '@helve/processes';

/** How long the processes that have a terminal open are taken to be the same: to find them, all of /proc is read. */
const KNOWN_MS = 1000;

interface Holder {
  readonly pid: number;
  readonly session: number;
  readonly devices: ReadonlySet<string>;
}

/** One look serves all terminals. */
let known: { readonly at: number; readonly holders: readonly Holder[] } | undefined;

/**
 * Processes that have a terminal open although it does not control their session: a tmux server, which its client hands
 * the terminal to; the pinentry of gpg; what `su -c` starts. They may read it whatever its foreground group is.
 */
export function otherReaders(device: string, session: number): readonly number[] {
  if (!known || performance.now() - known.at >= KNOWN_MS) known = { at: performance.now(), holders: findHolders() };
  return known.holders.flatMap((holder) =>
    holder.session !== session && holder.devices.has(device) ? holder.pid : [],
  );
}

function findHolders(): readonly Holder[] {
  return readProcesses().flatMap(({ pid, session }) => {
    if (pid === ownPid) return [];
    const devices = openFiles(pid).filter((path) => path.startsWith('/dev/pts/'));
    return devices.length > 0 ? { pid, session, devices: new Set(devices) } : [];
  });
}

/** Whether a process has the other side of terminals of its own open. */
export function offersTerminals(pid: number): boolean {
  return openFiles(pid).some((path) => path === '/dev/ptmx' || path === '/dev/pts/ptmx');
}

/** Terminals that a process runs others on, as tmux, screen and script do, and the first process on each. */
export function terminalsBelow(
  owner: number,
  pids: readonly number[],
  device: string,
): readonly { readonly leader: number; readonly device: string }[] {
  return readProcesses(pids).flatMap(({ pid, parent, session }) => {
    if (parent !== owner || pid !== session) return [];
    const own = linkOf(`/proc/${pid}/fd/0`);
    return own?.startsWith('/dev/pts/') && own !== device ? [{ leader: pid, device: own }] : [];
  });
}

function openFiles(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`) ?? []);
  } catch {
    return [];
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
