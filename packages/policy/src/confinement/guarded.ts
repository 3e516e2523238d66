import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readTextIfAny } from '@helve/command';
import { hookFolders, type NamedByGit, namedByGit, type UserGit } from './git-config.ts';
import { contains } from './project-folder.ts';

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

/** A path that is guarded, and what stands in for it while it does not exist if its name does not tell. */
export interface GuardedPath {
  readonly path: string;
  readonly standIn?: StandIn | undefined;
}

/** The guarded paths of a project's folders, from its root down, and of the user's home. */
export function guardedPaths(folders: readonly string[], user: UserGit): readonly string[] {
  const [root = '/', ...below] = folders;
  const { home } = user;
  return [
    ...guardedIn(root, user),
    ...below.flatMap((folder) => IN_PROJECT.map((name) => join(folder, name))),
    ...(home === undefined ? [] : IN_HOME.map((name) => join(home, name))),
  ];
}

/** The guarded paths of one folder. */
export function guardedIn(folder: string, user: UserGit): readonly string[] {
  const ofGit = guardedGit(join(folder, '.git'), readUserGit(user)).map(({ path }) => path);
  return [...IN_PROJECT.map((name) => join(folder, name)), ...ofGit];
}

/** What the settings of a user name, read once for all repositories. */
export interface ReadUserGit extends NamedByGit {
  readonly home: string | undefined;
}

export function readUserGit({ files, home }: UserGit): ReadUserGit {
  return { ...namedByGit(files, home), home };
}

/** The guarded paths of a git folder, or of the file that stands for one and of the folders that it leads to. */
export function guardedGit(git: string, user: ReadUserGit): readonly GuardedPath[] {
  if (readTextIfAny(join(git, 'config')) !== undefined) return guardedFolder(git, user);
  // Without a configuration it is a file, or there is no repository yet: `git init` must work.
  const link = linkIn(git);
  if (link === undefined) return [{ path: git }];
  const own = resolve(git, '..', link);
  const common = resolve(own, readTextIfAny(join(own, 'commondir'))?.trim() ?? '.');
  return [{ path: git }, ...guardedFolder(common, user)];
}

function guardedFolder(git: string, user: ReadUserGit): readonly GuardedPath[] {
  const worktrees = foldersIn(join(git, 'worktrees')).map((name) => join(git, 'worktrees', name));
  const configs = [git, ...worktrees].map((folder) => join(folder, 'config.worktree'));
  const own = namedByGit([join(git, 'config'), ...configs], user.home);
  const tops = [workTreeOf(git, own), ...worktrees.flatMap(linkedTop)];
  const named = [...own.files, ...user.files].map((path): GuardedPath => ({ path, standIn: EMPTY }));
  const hooks = hookFolders([...own.hooks, ...user.hooks], tops)
    // A folder that holds the work tree cannot be read-only.
    .filter((path) => !tops.some((top) => contains(path, top)))
    .map((path): GuardedPath => ({ path, standIn: FOLDER }));
  return [
    ...IN_GIT.map((name) => ({ path: join(git, name) })),
    ...worktrees.flatMap((folder) => IN_WORKTREE.map((name) => ({ path: join(folder, name) }))),
    ...named,
    ...hooks,
    ...guardedModules(join(git, 'modules'), user, MOST_MODULE_PARTS),
  ];
}

/** The folder in which hooks run. */
function workTreeOf(git: string, { workTree }: NamedByGit): string {
  if (workTree !== undefined) return resolve(git, workTree);
  return basename(git) === '.git' ? dirname(git) : git;
}

function linkedTop(folder: string): readonly string[] {
  const link = readTextIfAny(join(folder, 'gitdir'))?.trim();
  return link === undefined || link === '' ? [] : [dirname(resolve(folder, link))];
}

/** The folder that a file `.git` leads to. */
function linkIn(git: string): string | undefined {
  return /^gitdir: (.+?)[\r\n]*$/s.exec(readTextIfAny(git) ?? '')?.[1];
}

/** The name of a submodule may have several parts. */
const MOST_MODULE_PARTS = 5;

function guardedModules(folder: string, user: ReadUserGit, parts: number): readonly GuardedPath[] {
  return foldersIn(folder).flatMap((name) => {
    const git = join(folder, name);
    if (readTextIfAny(join(git, 'config')) !== undefined) return guardedFolder(git, user);
    return parts > 1 ? guardedModules(git, user, parts - 1) : [];
  });
}

/** What stands in for a guarded path while it does not exist. */
export type StandIn =
  /** An empty folder: git does not show it, and to read it as a file fails at once. */
  | { readonly kind: 'folder' }
  /** A file with this text, where git fails over a folder. */
  | { readonly kind: 'file'; readonly text: string };

const FOLDER: StandIn = { kind: 'folder' };
const EMPTY: StandIn = { kind: 'file', text: '' };

/** Files of a git folder that may be missing, with the text that means the same. */
const IN_PLACE_OF: Readonly<Record<string, StandIn>> = {
  hooks: FOLDER,
  commondir: { kind: 'file', text: '.\n' },
  'config.worktree': EMPTY,
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
