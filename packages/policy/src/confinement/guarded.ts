import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readTextIfAny } from '@helve/command';

/** Files and folders of a project that make helve, git, an editor or another assistant run something. */
const IN_PROJECT = ['.helve', '.claude', '.mcp.json', '.utcp_config.json', '.vscode/tasks.json', '.idea'];

/** Parts of a git folder that make git run something. */
const IN_GIT = ['config', 'config.worktree', 'hooks', 'commondir'];

/** Those of the folder that a repository has for a linked work tree. */
const IN_WORKTREE = ['commondir', 'gitdir', 'config.worktree'];

const IN_HOME = [
  '.bash_aliases',
  '.bash_login',
  '.bash_logout',
  '.bash_profile',
  '.bashrc',
  '.config/autostart',
  '.config/environment.d',
  '.config/fish',
  '.config/git',
  '.config/systemd',
  '.gitconfig',
  '.inputrc',
  '.kshrc',
  '.pam_environment',
  '.profile',
  '.ssh',
  '.xinitrc',
  '.xprofile',
  '.xsession',
  '.zlogin',
  '.zlogout',
  '.zprofile',
  '.zshenv',
  '.zshrc',
];

/** Names that are guarded wherever they are. Commands have no business in a git folder; git itself writes there. */
export const GUARDED_ANYWHERE = [...IN_PROJECT, '.git'];

/** The guarded paths of a project's folders, from its root down, and of the user's home. */
export function guardedPaths(folders: readonly string[], userHome: string | undefined): readonly string[] {
  const [root = '/', ...below] = folders;
  return [
    ...guardedIn(root),
    ...below.flatMap((folder) => IN_PROJECT.map((name) => join(folder, name))),
    ...(userHome === undefined ? [] : IN_HOME.map((name) => join(userHome, name))),
  ];
}

/** The guarded paths of one folder. */
export function guardedIn(folder: string): readonly string[] {
  return [...IN_PROJECT.map((name) => join(folder, name)), ...guardedGit(join(folder, '.git'))];
}

/** The guarded paths of a git folder, or of the file that stands for one and of the folders that it leads to. */
export function guardedGit(git: string): readonly string[] {
  const config = readTextIfAny(join(git, 'config'));
  if (config !== undefined) return guardedFolder(git, config);
  // Without a configuration it is a file, or there is no repository yet: `git init` must work.
  const link = /^gitdir: (.+)\n?$/.exec(readTextIfAny(git) ?? '')?.[1];
  if (link === undefined) return [git];
  const own = resolve(git, '..', link);
  const common = resolve(own, readTextIfAny(join(own, 'commondir'))?.trim() ?? '.');
  return [git, ...guardedFolder(common, readTextIfAny(join(common, 'config')) ?? '')];
}

function guardedFolder(git: string, config: string): readonly string[] {
  const hooks = /^\s*hooksPath\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(config)?.[1];
  // Git reads these only where an extension says so, which is in the configuration itself.
  const isWanted = (name: string) => name !== 'config.worktree' || /worktreeConfig/i.test(config);
  const worktrees = foldersIn(join(git, 'worktrees')).map((name) => join(git, 'worktrees', name));
  return [
    ...IN_GIT.filter(isWanted).map((name) => join(git, name)),
    ...worktrees.flatMap((folder) => IN_WORKTREE.filter(isWanted).map((name) => join(folder, name))),
    ...(hooks === undefined || hooks.startsWith('~') ? [] : [resolve(git, '..', hooks)]),
    ...guardedModules(join(git, 'modules'), MOST_MODULE_PARTS),
  ];
}

/** The name of a submodule may have several parts. */
const MOST_MODULE_PARTS = 5;

function guardedModules(folder: string, parts: number): readonly string[] {
  return foldersIn(folder).flatMap((name) => {
    const config = readTextIfAny(join(folder, name, 'config'));
    if (config !== undefined) return guardedFolder(join(folder, name), config);
    return parts > 1 ? guardedModules(join(folder, name), parts - 1) : [];
  });
}

/** What stands in for a guarded path while it does not exist. */
export type StandIn =
  /** An empty folder: git does not show it, and to read it as a file fails at once. */
  | { readonly kind: 'folder' }
  /** A file with this text, where git fails over a folder. */
  | { readonly kind: 'file'; readonly text: string };

const FOLDER: StandIn = { kind: 'folder' };

/** Files of a git folder that may be missing, with the text that means the same. */
const IN_PLACE_OF: Readonly<Record<string, StandIn>> = {
  hooks: FOLDER,
  commondir: { kind: 'file', text: '.\n' },
  'config.worktree': { kind: 'file', text: '' },
};

/** What may stand in for a guarded path; undefined: nothing, because it must be possible to create it. */
export function standInFor(path: string): StandIn | undefined {
  if (IN_PROJECT.some((name) => path.endsWith(`/${name}`))) return FOLDER;
  return IN_PLACE_OF[basename(path)];
}

/** Whether a path of a project's tree is guarded by its name, wherever it is. */
export function isGuardedName(name: string): boolean {
  return name === '.git' || name === '.vscode' || IN_PROJECT.includes(name);
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  } catch {
    return [];
  }
}
