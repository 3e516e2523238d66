import { isAbsolute, relative, sep } from 'node:path';

/** A path as the user would write it: relative inside the working directory, absolute outside, with forward slashes. */
export function shownPath(cwd: string, absolutePath: string): string {
  const inside = relative(cwd, absolutePath);
  if (inside === '') return '.';
  const shown = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? absolutePath : inside;
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}

/** What to put before a path below `absoluteFolder` to show it. */
export function shownPrefix(cwd: string, absoluteFolder: string): string {
  const shown = shownPath(cwd, absoluteFolder);
  if (shown === '.') return '';
  return shown.endsWith('/') ? shown : `${shown}/`;
}
