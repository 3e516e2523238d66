import { join } from 'node:path';

/** Folders of the system. Nothing in them is a project. */
const SYSTEM = ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/proc', '/run', '/sbin', '/sys', '/usr'];

/** Folders that hold what belongs to several programs or users. A project is below them. */
const SHARED = [
  '/',
  '/home',
  '/media',
  '/mnt',
  '/opt',
  '/private',
  '/private/tmp',
  '/private/var',
  '/srv',
  '/tmp',
  '/Users',
  '/var',
  '/var/tmp',
];

/**
 * Whether programs may write everywhere in a folder because it is the project's. A home folder is not a project: its
 * startup files, keys and settings would be in reach.
 */
export function isProject(folder: string, userHome: string | undefined): boolean {
  if (SHARED.includes(folder) || SYSTEM.some((system) => contains(system, folder))) return false;
  return userHome === undefined || !contains(folder, userHome);
}

/** Whether a path is in one of the folders; without any, it is. */
export function isWithin(path: string, folders: readonly string[] | undefined): boolean {
  return folders === undefined || folders.some((folder) => contains(folder, path));
}

export function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(join(folder, '/'));
}
