import { relative, sep } from 'node:path';
import { type Context, realPath } from '@helve/command';
import picomatch from 'picomatch';
import type { Wants } from './folder-watch.ts';

export interface Wanted {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Which files count, by patterns that start at the working directory. */
export function wantedBy({ include, exclude }: Wanted, context: Context): Wants {
  const root = realPath(context.place.cwd);
  const home = realPath(context.place.home);
  const included = include === undefined ? () => true : matcher(include);
  const excluded = matcher(exclude ?? []);
  return (path, kind) => {
    // Every run is put into the history, which must not be the reason for another.
    if (path === home || path.startsWith(home + sep) || !context.permits(path, 'read')) return false;
    const name = relative(root, path);
    return !excluded(name) && (kind === 'folder' || included(name));
  };
}

/** As in .gitignore, a pattern without a slash matches a name at any depth, and one of a folder all that is in it. */
function matcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map((written) => {
    const pattern = written.replace(/^\.\//, '').replace(/\/$/, '');
    const forms = pattern.includes('/') ? [pattern, `${pattern}/**`] : [`**/${pattern}`, `**/${pattern}/**`];
    return picomatch(forms, { dot: true });
  });
  return (path) => matchers.some((matches) => matches(path));
}
