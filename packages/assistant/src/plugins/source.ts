import { lstat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { CommandError, type Context, realPath, resolvePath } from '@helve/command';
import { isObject, type JsonObject, type PluginSource } from '@helve/settings';

/**
 * What somebody means by a source. A folder that is there is meant before a repository of GitHub: `plugins/mine` may be
 * either. `#` and a branch, tag or commit may follow.
 */
export async function readSource(written: string, context: Context, ref?: string): Promise<PluginSource> {
  const [, plain = written, hash] = /^(.*?)#(.+)$/.exec(written) ?? [];
  const wanted = ref ?? hash;
  for (const [path, at] of [
    [written, ref],
    [plain, wanted],
  ] as const) {
    const folder = await folderAt(path, context);
    if (folder === undefined) continue;
    if (at !== undefined) return { kind: 'git', url: folder, ref: at };
    // A bare repository holds nothing that could be read as it is.
    const isBare = await isFolder(join(folder, 'objects'));
    return isBare ? { kind: 'git', url: folder } : { kind: 'folder', path: folder };
  }
  const at = wanted === undefined ? {} : { ref: wanted };
  if (looksLikePath(plain)) throw new CommandError('NOT_FOUND', `There is no folder ${plain}`);
  if (/^[\w.-]+\/[\w.-]+$/.test(plain)) return { kind: 'git', url: ofGitHub(plain), ...at };
  if (/^(?:https?|ssh|git|file):\/\//.test(plain) || /^[\w.-]+@[\w.-]+:/.test(plain)) {
    return { kind: 'git', url: plain, ...at };
  }
  throw new CommandError('INVALID_INPUT', `${JSON.stringify(written)} is not a source of plugins`, {
    hint: 'Use a folder (./plugins), a GitHub repository (owner/name), or the URL of a git repository.',
  });
}

/** Whether somebody means a folder and nothing else. */
export function looksLikePath(written: string): boolean {
  return /^(?:\.{0,2}\/|~|\.{1,2}$)/.test(written);
}

/** Where a marketplace says that a plugin is: a path inside of it, or a repository. */
export function readOfferedSource(written: unknown, marketplace: string, where: string): PluginSource {
  if (typeof written !== 'string') return readRepository(written, where);
  // Links are followed: what is checked is where it really is.
  const [path, within] = [realPath(resolve(marketplace, written)), realPath(marketplace)];
  if (path === within || path.startsWith(`${within}${sep}`)) return { kind: 'folder', path };
  throw unreadable(where, `${written} leads out of the marketplace`);
}

/** Where settings say that a marketplace is: a repository, or a folder from where they are. */
export function readSettingsSource(written: JsonObject, from: string, where: string): PluginSource {
  const { path } = written;
  const kind = written.source ?? written.type;
  const isFolder = (kind === 'directory' || kind === 'local') && typeof path === 'string';
  return isFolder ? { kind: 'folder', path: resolve(from, path) } : readRepository(written, where);
}

/** Both ways in which other programs write that are read. */
function readRepository(written: unknown, where: string): PluginSource {
  if (!isObject(written)) throw unreadable(where, 'its source must be a path or an object');
  const kind = written.source ?? written.type;
  const { path } = written;
  const at = refOf(written);
  if (kind === 'github' && typeof written.repo === 'string') {
    return { kind: 'git', url: ofGitHub(written.repo), ...at };
  }
  if (typeof written.url === 'string' && (kind === 'url' || kind === 'git' || kind === 'git-subdir')) {
    return { kind: 'git', url: written.url, ...at, ...(typeof path === 'string' ? { path } : {}) };
  }
  throw unreadable(where, `its source cannot be read: ${JSON.stringify(written)}`);
}

export function showSource(source: PluginSource): string {
  if (source.kind === 'folder') return source.path;
  const { url, ref, path } = source;
  return `${url}${ref === undefined ? '' : `#${ref}`}${path === undefined ? '' : ` (${path})`}`;
}

function refOf({ sha, ref }: JsonObject): { readonly ref?: string } {
  const wanted = sha ?? ref;
  return typeof wanted === 'string' ? { ref: wanted } : {};
}

function ofGitHub(repository: string): string {
  return `https://github.com/${repository.replace(/\.git$/, '')}.git`;
}

async function folderAt(path: string, context: Context): Promise<string | undefined> {
  if (/^\w+:\/\//.test(path)) return undefined;
  const folder = resolvePath(context.place, path);
  if (!(await isFolder(folder))) return undefined;
  if (context.permits(folder, 'read')) return folder;
  throw new CommandError('PERMISSION_DENIED', `${folder} may not be read`);
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isDirectory() || found.isSymbolicLink(),
    () => false,
  );
}

function unreadable(where: string, what: string): CommandError {
  return new CommandError('INVALID_INPUT', `${where}: ${what}`, {
    hint: 'A source is "./folder", {"source":"github","repo":"owner/name"} or {"source":"url","url":"https://….git"}.',
  });
}
