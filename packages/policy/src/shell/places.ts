import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from '@helve/command';
import { certainFolder, DEEP, isPlain, mayMeet, ONE, STAR, stepsOfPattern, stepsOfShape } from './shape.ts';

/**
 * The absolute forms of a shape from a folder: `..` by the text, and as the system follows it behind a link. Absent:
 * that cannot be told.
 */
export function absoluteShapes(shape: string, folder: string): readonly string[] | undefined {
  const names = (shape.startsWith('/') ? shape : `${folder}/${shape}`).split('/');
  let [byText, real] = ['', ''];
  for (const name of names) {
    if (name === '' || name === '.') continue;
    if (name !== '..') {
      byText += `/${name}`;
      real += `/${name}`;
      continue;
    }
    if (!isPlain(byText) || !isPlain(real)) return undefined;
    byText = dirname(byText || '/').replace(/^\/$/, '');
    real = dirname(realPath(real || '/')).replace(/^\/$/, '');
  }
  return [...new Set([byText || '/', real || '/'])];
}

/** Files of the kernel that are the same for every process, and say nothing about one. */
const OF_ALL = /^\/proc\/(cpuinfo|meminfo|version|loadavg|uptime|stat|filesystems|swaps|vmstat|cgroups|devices)$/;
const OF_PROCESSES = stepsOfPattern('/proc/**');

/** Whether a path may lead to a process: to its environment, its memory, or anywhere by its folder. */
export function isOfProcess(path: string): boolean {
  if (isPlain(path)) return path.startsWith('/proc/') && !OF_ALL.test(path);
  return mayMeet(stepsOfShape(path), OF_PROCESSES);
}

/** More entries than are looked at for a pattern of a line. */
const MOST_ENTRIES = 5_000;

/** The paths that a pattern stands for on disk now. Absent: too many to look at. */
export function namesOnDisk(shape: string): readonly string[] | undefined {
  const start = certainFolder(shape);
  let folders: readonly string[] = [start === '/' ? start : start.replace(/\/$/, '')];
  let left = MOST_ENTRIES;
  for (const name of shape.slice(start.length).split('/')) {
    if (name === '') continue;
    if (isPlain(name)) {
      folders = folders.map((folder) => join(folder, name));
      continue;
    }
    const matches = nameMatcher(name);
    const found: string[] = [];
    const open = [...folders];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const entry of entriesOf(folder)) {
        if (left-- <= 0) return undefined;
        if (matches(entry.name)) found.push(join(folder, entry.name));
        if (name.includes(DEEP) && entry.isDirectory()) open.push(join(folder, entry.name));
      }
    }
    // To most shells `**` is a star, to others also no folder at all.
    folders = name.includes(DEEP) ? [...folders, ...found] : found;
  }
  return folders;
}

function nameMatcher(shape: string): (name: string) => boolean {
  const pattern = shape.split('').map((character) => {
    if (character === STAR || character === DEEP) return '.*';
    return character === ONE ? '.+' : character.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  const expression = new RegExp(`^${pattern.join('')}$`, 's');
  return (name) => expression.test(name);
}

export function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
