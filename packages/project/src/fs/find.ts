import { statSync } from 'node:fs';
import { type Context, resolvePath } from '@helve/command';
import { globTest, isGlob, type PathTest } from './walk/glob.ts';
import { withSlash } from './walk/ignored.ts';
import { shownPrefix } from './paths/regular-file.ts';
import { byText, Smallest } from './walk/smallest.ts';
import { checkFolder, type EntryType, walk } from './walk/walk.ts';
import type { Input } from '../commands/fs/find.ts';

/** Files and folders whose name or path matches, by path. */
export async function findPaths(input: Input, context: Context) {
  const folder = resolvePath(context.place, input.path);
  checkFolder(folder, context);
  const root = withSlash(folder);
  const matches = testFor(input);
  const first = new Smallest<string>(input.limit, byText);
  let total = 0;
  await walk(
    folder,
    { all: input.all },
    (parent, name, type) => {
      if (!matches(parent, name) || !isWanted(input.type, type, root + parent + name)) return;
      total++;
      first.add(parent + name);
    },
    context,
  );
  const prefix = shownPrefix(context.place.cwd, folder);
  const found = first.sorted().map((path) => prefix + path);
  const omitted = total - found.length;
  return { matches: found, total, omitted, truncated: omitted > 0 };
}

/** A plain word finds names that hold it; so does a glob, for a name may have brackets or a star in it. */
function testFor({ query, ignoreCase }: Input): PathTest {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const wanted = fold(query);
  const holds: PathTest = query.includes('/') ? () => false : (_, name) => fold(name).includes(wanted);
  if (!isGlob(query) && !query.includes('/')) return holds;
  const matches = globTest(query, ignoreCase);
  return (parent, name) => matches(parent, name) || holds(parent, name);
}

/** A link counts as what it leads to. */
function isWanted(wanted: Input['type'], type: EntryType, path: string): boolean {
  return wanted === 'any' || wanted === (type === 'link' ? typeBehind(path) : type);
}

function typeBehind(link: string): 'file' | 'folder' | 'other' {
  try {
    const stats = statSync(link);
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  } catch {
    return 'other';
  }
}
