import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Place, type Programs, projectRoot, readTextIfAny, realPath, resolvePath } from '@helve/command';

export interface GitWork {
  /** It talks to a remote. */
  readonly network?: boolean | undefined;
  /** It writes the repository's own config, as adding a remote does. */
  readonly config?: boolean | undefined;
  /** A branch that it may make from that of a remote, which it then names in the config. */
  readonly tracks?: string | undefined;
  /** The folder that it fills. */
  readonly folder?: string | undefined;
  /** It removes the work tree in that folder, with what the repository keeps of it. */
  readonly removes?: boolean | undefined;
}

/**
 * The subject of a call of git that changes something: git runs hooks and filters that the repository names, so it is
 * confined like other programs of the caller.
 */
export function gitSubject(
  place: Place,
  { network, config, tracks, folder, removes }: GitWork = {},
): { readonly programs: Programs } {
  const git = gitFolderOf(projectRoot(place.cwd));
  const writesConfig = config || (git && tracks !== undefined && !hasBranch(git.common, tracks));
  const writes = [
    ...(git?.own === undefined ? [] : [git.own]),
    ...(writesConfig && git ? ['config', 'config.worktree'].map((name) => join(git.common, name)) : []),
    ...(folder === undefined ? [] : [resolvePath(place, folder), join(resolvePath(place, folder), '.git')]),
    ...(removes && folder !== undefined ? keptOf(resolvePath(place, folder)) : []),
  ];
  return { programs: { network, writes } };
}

interface GitFolder {
  /** Where the repository's config is. */
  readonly common: string;
  /** The folder of a submodule's repository, which is outside of the submodule. */
  readonly own?: string;
}

/** The git folder of a checkout. A file in its place leads to one, if that agrees that the checkout is its own. */
function gitFolderOf(project: string): GitFolder | undefined {
  const git = join(project, '.git');
  if (statSync(git, { throwIfNoEntry: false })?.isDirectory()) return { common: git };
  const link = /^gitdir: (.+)\n?$/.exec(readText(git))?.[1];
  if (link === undefined) return undefined;
  const own = resolve(project, link);
  const back = readText(join(own, 'gitdir')).trim();
  if (back !== '' && realPath(resolve(own, back)) === realPath(git)) {
    return { common: resolve(own, readText(join(own, 'commondir')).trim()) };
  }
  const tree = /^\s*worktree = (.+)$/m.exec(readText(join(own, 'config')))?.[1];
  const isSubmodule = tree !== undefined && realPath(resolve(own, tree)) === realPath(project);
  return isSubmodule && realPath(own).includes('/.git/modules/') ? { common: own, own } : undefined;
}

/** The files by which a repository knows a linked work tree. */
function keptOf(folder: string): readonly string[] {
  const link = /^gitdir: (.+)\n?$/.exec(readText(join(folder, '.git')))?.[1];
  if (link === undefined) return [];
  return ['commondir', 'gitdir', 'config.worktree'].map((name) => join(resolve(folder, link), name));
}

function hasBranch(git: string, name: string): boolean {
  const ref = `refs/heads/${name}`;
  return existsSync(join(git, ref)) || readText(join(git, 'packed-refs')).includes(` ${ref}\n`);
}

function readText(file: string): string {
  return readTextIfAny(file) ?? '';
}
