import { lstatSync } from 'node:fs';
import { call, CommandError, type Context, resolvePath, worded } from '@helve/command';
import picomatch from 'picomatch';
import { globTest, isGlob } from './walk/glob.ts';
import { readUpTo } from './read.ts';
import type { Output as ReadResult } from '../commands/fs/read.ts';
import { shownPath, shownPrefix } from './paths/regular-file.ts';
import { byText } from './walk/smallest.ts';
import { checkFolder, walk } from './walk/walk.ts';
import type { Input } from '../commands/fs/read-many.ts';

export type ReadOne =
  | ({ ok: true } & ReadResult)
  | { path: string; ok: false; error: { code: string; message: string; hint?: string } };

/** More files than this are not meant by one glob. */
const MOST_FILES = 1000;

/** Reads each file in turn; one that cannot be read does not lose the others. */
export async function readMany(input: Input, context: Context) {
  const files: ReadOne[] = [];
  let left = input.maxBytes;
  const attempt = async (path: string, read: () => Promise<void>) => {
    try {
      await read();
    } catch (thrown) {
      if (!(thrown instanceof CommandError) || context.signal.aborted) throw thrown;
      const { code, message, hint } = thrown.report();
      const shown = shownPath(context.place.cwd, resolvePath(context.place, path));
      files.push({ path: shown, ok: false, error: { code, message, ...(hint === undefined ? {} : { hint }) } });
    }
  };
  const readOne = async (path: string) => {
    const result = await readUpTo(left, { path, lineNumbers: false, hash: false, encoding: 'utf-8' }, context);
    left -= result.bytes;
    files.push({ ok: true, ...result });
  };
  for (const path of input.paths) {
    await attempt(path, async () => {
      for (const file of await expand(path, context)) await attempt(file, () => readOne(file));
    });
  }
  return { files, failed: files.filter((file) => !file.ok).length };
}

/** A path is a glob unless there is a file of that very name. */
async function expand(path: string, context: Context): Promise<string[]> {
  if (!isGlob(path) || exists(resolvePath(context.place, path))) return [path];
  const { base, glob } = picomatch.scan(path);
  const folder = resolvePath(context.place, base || '.');
  checkFolder(folder, context);
  const matches = globTest(glob.includes('/') ? glob : `./${glob}`);
  const prefix = shownPrefix(context.place.cwd, folder);
  const files: string[] = [];
  const depth = glob.includes('**') ? undefined : glob.split('/').length;
  await walk(
    folder,
    { all: false, depth },
    (parent, name, type) => {
      if (type !== 'folder' && matches(parent, name)) files.push(prefix + parent + name);
    },
    context,
  );
  if (files.length === 0) {
    throw new CommandError('NO_MATCH', `No file matches ${path}`, {
      hint: worded`See what there is: ${call('fs find', { query: '*' })}`,
    });
  }
  if (files.length > MOST_FILES) {
    throw new CommandError('TOO_LARGE', `${files.length} files match ${path}, more than ${MOST_FILES}`, {
      hint: 'Narrow the glob.',
    });
  }
  return files.sort(byText);
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
