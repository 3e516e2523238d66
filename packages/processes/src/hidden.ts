import { resolve } from 'node:path';
import { type Confinement, realPath } from '@helve/command';
import { contains, literalPath, pathMatcher } from '@helve/policy';

/** Lines in which programs report that they could not read a file. A hidden file cannot be opened, and a hidden folder is empty. */
const FAILED = /permission denied|EACCES|no such file|ENOENT|cannot open|not found/i;

/** How many names in such lines are looked at, from the last on. */
const MOST_NAMES = 50;

/** A file that a program failed to read because it is hidden in the sandbox, with the rule that hides it. */
export interface HiddenFile {
  readonly path: string;
  readonly by: string;
}

/** Hidden files among those that a failed program names in what it printed last. */
export function hiddenIn(
  printed: string,
  { confinement, cwd }: { readonly confinement: Confinement; readonly cwd: string },
): readonly HiddenFile[] {
  const lines = printed.slice(-16_384).split('\n');
  const names = lines.filter((line) => FAILED.test(line)).flatMap((line) => line.match(/[^\s'"‘’`:(),[\]]+/g) ?? []);
  const paths = [...new Set(names.slice(-MOST_NAMES).map((name) => resolve(cwd, name)))];
  return paths.flatMap((path) => {
    const pattern = confinement.hidden.find((each) => hides(each, path));
    return pattern === undefined ? [] : [{ path, by: confinement.hiddenBy?.[pattern] ?? pattern }];
  });
}

function hides(pattern: string, path: string): boolean {
  const literal = literalPath(pattern);
  const forms = [path, realPath(path)];
  if (literal !== undefined) return forms.some((each) => contains(literal, each) || contains(realPath(literal), each));
  const matches = pathMatcher([pattern, `${pattern}/**`]);
  return forms.some((each) => matches(each));
}
