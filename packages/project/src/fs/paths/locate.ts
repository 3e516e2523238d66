import { existsSync, fstatSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { ChangedMeanwhile } from '../write/changed-meanwhile.ts';

/** Where Linux shows the open files of a process. A path that starts here leads to what was opened, and no link can change that. */
export const OPEN_FILES = '/proc/self/fd';

let known: boolean | undefined;

/** Other systems have no such names: there helve compares files by device and inode. */
export function hasOpenFiles(): boolean {
  known ??= existsSync(OPEN_FILES);
  return known;
}

/** A path that leads to what is open, whatever becomes of its own path; undefined where a system has none. */
export function pathOfOpen(descriptor: number): string | undefined {
  return hasOpenFiles() ? `${OPEN_FILES}/${descriptor}` : undefined;
}

/** The path of what is open now, with links followed. Fails where something else is at its path by now. */
export function locate(descriptor: number, opened: string): string {
  if (hasOpenFiles()) {
    const path = readlinkSync(`${OPEN_FILES}/${descriptor}`);
    if (path.endsWith(' (deleted)') && fstatSync(descriptor).nlink === 0) throw new ChangedMeanwhile(opened);
    return path;
  }
  const path = realpathSync.native(opened);
  const [open, there] = [fstatSync(descriptor), lstatSync(path)];
  if (open.ino !== there.ino || open.dev !== there.dev) throw new ChangedMeanwhile(opened);
  return path;
}
