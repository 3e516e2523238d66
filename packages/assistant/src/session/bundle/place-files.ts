import { chmod, lstat, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, makeFolder, parameter, readFileIfAny, realPath, toCommandError, worded } from '@helve/command';
import { hashOf } from '../../rewind/content-store.ts';
import { contentName, type Manifest } from './manifest.ts';
import { refusedBundle } from './tar.ts';

export interface FilesToPlace {
  readonly folder: string;
  readonly files: Manifest['files'];
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly overwrite: boolean;
  readonly permits: (path: string) => boolean;
}

type Placed = { readonly path: string; readonly before: Buffer | undefined };

/** Writes the files of a bundle into a folder, or none of them. Gives how many were written; the others are there already. */
export async function placeFiles({ folder, files, contents, overwrite, permits }: FilesToPlace): Promise<number> {
  const wanted = await missing(folder, files, permits);
  const different = wanted.filter(({ exists }) => exists).map(({ path }) => path);
  if (different.length > 0 && !overwrite) {
    const some = different.slice(0, 5).join(', ');
    const more = different.length > 5 ? ` and ${different.length - 5} more` : '';
    throw new CommandError('ALREADY_EXISTS', `Files with a different content exist in ${folder}: ${some}${more}`, {
      hint: worded`Choose an empty folder, or set ${parameter('overwrite')} to replace them.`,
      details: { files: different.slice(0, 100) },
    });
  }
  const placed: Placed[] = [];
  try {
    for (const { path, sha256, executable, exists } of wanted) {
      const content = contents.get(contentName(sha256));
      if (!content) throw refusedBundle(`the content of ${path} is missing`);
      const file = join(folder, path);
      await makeFolder(dirname(file));
      placed.push({ path: file, before: exists ? readFileIfAny(file) : undefined });
      await write(file, content, executable, exists);
    }
  } catch (thrown) {
    for (const { path, before } of placed) await (before ? writeFile(path, before) : rm(path, { force: true }));
    throw toCommandError(thrown, folder);
  }
  return wanted.length;
}

/** The files that are not there as the bundle has them. Nothing may lead out of the folder. */
async function missing(folder: string, files: Manifest['files'], permits: FilesToPlace['permits']) {
  const root = realPath(folder);
  const found = await Promise.all(
    files.map(async (file) => {
      const path = join(root, file.path);
      if (realPath(dirname(path)) !== dirname(path)) throw refusedBundle(`${file.path} would be behind a link`);
      if (!permits(path)) throw new CommandError('PERMISSION_DENIED', `${file.path} may not be written`);
      const stats = await lstat(path).catch(() => undefined);
      if (!stats) return [{ ...file, exists: false }];
      if (!stats.isFile()) throw refusedBundle(`${file.path} exists and is not a regular file`);
      const content = readFileIfAny(path);
      const isSame = content && hashOf(content) === file.sha256 && ((stats.mode & 0o100) !== 0) === file.executable;
      return isSame ? [] : [{ ...file, exists: true }];
    }),
  );
  return found.flat();
}

/** A link that somebody puts there meanwhile is replaced, and not followed. */
async function write(file: string, content: Buffer, executable: boolean, exists: boolean): Promise<void> {
  const mode = executable ? 0o755 : 0o644;
  if (!exists) return writeFile(file, content, { flag: 'wx', mode });
  const temp = `${file}.helve-bundle`;
  await writeFile(temp, content, { flag: 'wx', mode });
  await chmod(temp, mode);
  await rename(temp, file);
}
