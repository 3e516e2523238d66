import { closeSync, statfsSync } from 'node:fs';
import { CommandError, readAtMost } from '@helve/command';
import { isAtOrBelow } from '../paths/protected.ts';
import { openRegularFile, type Permits } from '../paths/regular-file.ts';

/** Where the files are that the kernel makes while they are read: some wait for an event, others never end. */
const SYSTEM_FOLDERS = ['/proc', '/sys'];
/** The types of their file systems (Linux: statfs): proc, sysfs, debugfs, tracefs. */
const SYSTEM_TYPES: ReadonlySet<number> = new Set([0x9fa0, 0x62656572, 0x64626720, 0x74726163]);
const LARGEST_SYSTEM_FILE = 64 << 20;

/** Fails where ripgrep would wait for ever: for a fifo, a device, or a file of the kernel that has no content yet. */
export function checkReadable(path: string, shown: string, permits: Permits): void {
  const descriptor = openRegularFile(path, shown, permits);
  try {
    if (isSystemFile(path)) readAtMost(descriptor, shown, LARGEST_SYSTEM_FILE);
  } finally {
    closeSync(descriptor);
  }
}

export function refuseSystemFolder(folder: string, shown: string): void {
  if (!isSystemFile(folder)) return;
  throw new CommandError('NOT_A_FILE', `${shown} contains kernel files, some of which never end`, {
    hint: 'Search a single file in it.',
    details: { path: shown },
  });
}

/** Arguments for ripgrep that leave out such folders below the one that is searched. */
export function withoutSystemFolders(folder: string): string[] {
  const below = SYSTEM_FOLDERS.filter((each) => isAtOrBelow(each, folder));
  return below.flatMap((each) => ['--glob', `!${each.slice(folder === '/' ? 0 : folder.length)}/`]);
}

function isSystemFile(path: string): boolean {
  try {
    return SYSTEM_TYPES.has(statfsSync(path).type);
  } catch {
    return false;
  }
}
