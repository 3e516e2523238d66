import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CommandError, type Context, readRegularFile } from '@helve/command';
import { hashOf } from '../../rewind/content-store.ts';
import { gitFiles } from '../../rewind/git-files.ts';
import { walk } from '../../rewind/project-scan.ts';
import { contentName, type Manifest, MOST_FILES, MOST_TOTAL, whyNotPortable } from './manifest.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const PATIENCE_MS = 60_000;

/** Contents that go into a bundle, each once. */
export class Contents {
  readonly files = new Map<string, Buffer>();
  #bytes = 0;

  add(content: Buffer): string {
    const sha256 = hashOf(content);
    const name = contentName(sha256);
    if (this.files.has(name)) return sha256;
    this.#bytes += content.length;
    if (this.#bytes > MOST_TOTAL * 0.9) {
      throw new CommandError('TOO_LARGE', 'The files of this project are too large for a bundle (230 MB)', {
        hint: 'Ignore large files with .gitignore, and try again.',
      });
    }
    this.files.set(name, content);
    return sha256;
  }
}

/** Files of a project that git does not ignore, as far as the caller may read them and they may leave the machine. */
export async function collectProject(
  root: string,
  contents: Contents,
  context: Pick<Context, 'permits' | 'place'>,
): Promise<Pick<Manifest, 'files' | 'leftOut'>> {
  const files: Manifest['files'] = [];
  const leftOut: Manifest['leftOut'] = [];
  for (const path of await pathsOf(root, context)) {
    const name = relative(root, path);
    const stats = await lstat(path).catch(() => undefined);
    if (!stats || stats.isDirectory()) continue;
    const why =
      whyNotPortable(name) ??
      (stats.isSymbolicLink() ? 'is a link' : undefined) ??
      (stats.isFile() ? undefined : 'is not a regular file') ??
      (stats.size > MOST_BYTES ? 'is larger than 10 MB' : undefined) ??
      (context.permits(path, 'read') ? undefined : 'may not be read');
    if (why !== undefined) leftOut.push({ path: name, why });
    else {
      const sha256 = contents.add(readRegularFile(path, MOST_BYTES));
      files.push({ path: name, sha256, executable: (stats.mode & 0o100) !== 0 });
    }
  }
  return { files, leftOut };
}

/** Output of tools in the state folder that a text refers to, by path. */
export function collectSpill(text: string, home: string, contents: Contents): Manifest['spill'] {
  const folder = join(home, 'spill');
  const paths = new Set<string>();
  for (let at = text.indexOf(folder); at !== -1; at = text.indexOf(folder, at + 1)) {
    const [name] = /^\/[\w.-]+(?:\/[\w.-]+)?/.exec(text.slice(at + folder.length, at + folder.length + 300)) ?? [];
    if (name !== undefined && !name.includes('/..')) paths.add(`${folder}${name.replace(/\.+$/, '')}`);
  }
  return [...paths].flatMap((path) => {
    try {
      return [{ path, sha256: contents.add(readRegularFile(path, MOST_BYTES)) }];
    } catch {
      // It was removed meanwhile.
      return [];
    }
  });
}

/** The commit that is checked out. */
export async function commitOf(root: string, env: Context['place']['env']): Promise<string | undefined> {
  if (!existsSync(join(root, '.git'))) return undefined;
  const { runGit } = await import('@helve/processes');
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const asked = { args: ['rev-parse', '--verify', 'HEAD'], effect: 'inspect' as const, cwd: root, env, signal };
  const result = await runGit(asked).catch(() => undefined);
  const commit = result?.stdout.trim() ?? '';
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}

async function pathsOf(root: string, { place: { env } }: Pick<Context, 'place'>): Promise<readonly string[]> {
  if (!existsSync(join(root, '.git'))) return bounded(await walk(root));
  const found = await gitFiles(root, root, env, PATIENCE_MS);
  if (!found) throw new CommandError('GIT_FAILED', 'git could not list the files of the project');
  return bounded([...found.clean.keys(), ...found.other].sort());
}

function bounded(paths: readonly string[]): readonly string[] {
  if (paths.length <= MOST_FILES) return paths;
  throw new CommandError('TOO_LARGE', `The project has too many files for a bundle: ${paths.length}`, {
    hint: `At most ${MOST_FILES} fit. Ignore generated files with .gitignore, and try again.`,
  });
}
