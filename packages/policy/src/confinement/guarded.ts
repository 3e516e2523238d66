import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Files and folders of a project that make helve, git, an editor or another assistant run something. */
const IN_PROJECT = ['.helve', '.claude', '.mcp.json', '.utcp_config.json', '.vscode/tasks.json', '.idea'];

/** Parts of a git folder that make git run something. */
const IN_GIT = ['config', 'config.worktree', 'hooks', 'commondir'];

const IN_HOME = [
  '.bash_login',
  '.bash_logout',
  '.bash_profile',
  '.bashrc',
  '.config/fish',
  '.config/git',
  '.gitconfig',
  '.profile',
  '.ssh',
  '.zlogin',
  '.zprofile',
  '.zshenv',
  '.zshrc',
];

/** The guarded paths of a project's folders, from its root down, and of the user's home. */
export function guardedPaths(folders: readonly string[], userHome: string | undefined): readonly string[] {
  const [root = '/'] = folders;
  return [
    ...folders.flatMap((folder) => IN_PROJECT.map((name) => join(folder, name))),
    ...guardedGit(join(root, '.git')),
    ...(userHome === undefined ? [] : IN_HOME.map((name) => join(userHome, name))),
  ];
}

/** The guarded paths of a git folder, or of the file that stands for one. */
export function guardedGit(git: string): readonly string[] {
  const config = readText(join(git, 'config'));
  // Without a configuration it is a file, or there is no repository yet: `git init` must work.
  if (config === undefined) return [git];
  const hooks = /^\s*hooksPath\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(config)?.[1];
  return [
    ...IN_GIT.map((name) => join(git, name)),
    ...(hooks === undefined || hooks.startsWith('~') ? [] : [resolve(git, '..', hooks)]),
  ];
}

/** Whether an empty folder may stand in for a guarded path while it does not exist. Git fails over one in its own. */
export function canStandIn(path: string): boolean {
  return IN_PROJECT.some((name) => path.endsWith(`/${name}`)) || path.endsWith('/.git/hooks');
}

/** Whether a path of a project's tree is guarded by its name, wherever it is. */
export function isGuardedName(name: string): boolean {
  return name === '.git' || name === '.vscode' || IN_PROJECT.includes(name);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
