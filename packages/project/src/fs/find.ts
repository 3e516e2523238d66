import { statSync } from 'node:fs';
import { type Context, resolvePath } from '@helve/command';
import { globTest, isGlob, type PathTest } from './glob.ts';
import { withSlash } from './ignored.ts';
import { shownPrefix } from './shown-path.ts';
import { byText, Smallest } from './smallest.ts';
import { checkFolder, type EntryType, walk } from './walk.ts';

export interface FindInput {
  readonly query: string;
  readonly path: string;
  readonly all: boolean;
  readonly type: 'file' | 'folder' | 'any';
  readonly ignoreCase: boolean;
  readonly limit: number;
}

/** Files and folders whose name or path matches, by path. */
export async function findPaths(input: FindInput, context: Context) {
  const folder = resolvePath(context, input.path);
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
  const prefix = shownPrefix(context.cwd, folder);
  const found = first.sorted().map((path) => prefix + path);
  const omitted = total - found.length;
  return { matches: found, total, omitted, truncated: omitted > 0 };
}

/** A plain word finds names that hold it. */
function testFor({ query, ignoreCase }: FindInput): PathTest {
  const plain = !isGlob(query) && !query.includes('/');
  return globTest(plain ? `*${query}*` : query, ignoreCase);
}

/** A link counts as what it leads to. */
function isWanted(wanted: FindInput['type'], type: EntryType, path: string): boolean {
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
