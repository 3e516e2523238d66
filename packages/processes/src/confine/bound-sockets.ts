import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readTextIfAny } from '@helve/command';

/**
 * The files of unix sockets of this network. The system lists the name that each was bound to. Where that name is relative, it
 * starts at the folder of the process that has the socket. Where no socket is at the name, it was renamed or removed: then all
 * sockets in that folder count, because it may be any of them.
 */
export function boundSockets(): readonly string[] {
  const table = readTextIfAny('/proc/net/unix') ?? '';
  const bound = [...table.matchAll(/^[^:\n]+: \S+ \S+ \S+ \S+ \S+ +(\d+) ([^@\n].*)$/gm)];
  const paths = bound.flatMap(([, inode = '', name = '']) => (name.startsWith('/') ? [name] : placesOf(inode, name)));
  const folders = paths.filter((path) => !isSocket(path)).map((path) => dirname(path));
  return [...paths.filter(isSocket), ...[...new Set(folders)].flatMap(socketsIn)];
}

export function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket();
  } catch {
    return false;
  }
}

/** Where sockets that were bound by a relative name are, by inode. To find out means to look at all processes. */
const places = new Map<string, readonly string[]>();

function placesOf(inode: string, name: string): readonly string[] {
  const known = places.get(inode);
  if (known?.every(isSocket)) return known;
  const found = foldersOf(`socket:[${inode}]`).map((folder) => resolve(folder, name));
  places.set(inode, found);
  return found;
}

/** The working directories of processes that have a socket open. */
function foldersOf(socket: string): readonly string[] {
  const processes = namesIn('/proc').filter((name) => /^\d+$/.test(name));
  return processes.flatMap((id) => {
    const descriptors = `/proc/${id}/fd`;
    const hasIt = namesIn(descriptors).some((name) => linkAt(join(descriptors, name)) === socket);
    const folder = hasIt ? linkAt(`/proc/${id}/cwd`) : undefined;
    return folder === undefined ? [] : [folder];
  });
}

function socketsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isSocket() ? [join(folder, entry.name)] : [],
    );
  } catch {
    return [];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
