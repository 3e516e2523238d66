import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Place } from '../registry.ts';

/** Whose settings a file holds: the user's, the project's for everybody, or the project's for this user. */
export type Scope = 'user' | 'project' | 'local';

export interface SettingsFile {
  readonly scope: Scope;
  readonly file: string;
  /** It belongs to another program, whose keys and values we need not know. */
  readonly foreign: boolean;
}

/** The files of settings that there are for a place, the weakest first: each is overruled by those after it. */
export function findSettings({ cwd, home }: Pick<Place, 'cwd' | 'home'>): readonly SettingsFile[] {
  const found: SettingsFile[] = [{ scope: 'user', file: userSettings(home), foreign: false }];
  for (const folder of projectFolders(cwd)) {
    for (const name of FOLDERS) {
      const place = join(folder, name);
      // Where the state folder is in the project, its settings are the user's.
      if (place === home || !exists(place)) continue;
      for (const scope of ['project', 'local'] as const) {
        found.push({ scope, file: join(place, NAMES[scope]), foreign: name === '.claude' });
      }
    }
  }
  return found.filter(({ file }) => exists(file));
}

export function userSettings(home: string): string {
  return join(home, 'settings.json');
}

/** The file that holds the settings of a scope. */
export function settingsFile(scope: Scope, { cwd, home }: Pick<Place, 'cwd' | 'home'>): string {
  return scope === 'user' ? userSettings(home) : join(projectRoot(cwd), '.helve', NAMES[scope]);
}

/** The repository that a folder is in; without one, the folder itself. */
export function projectRoot(cwd: string): string {
  return projectFolders(cwd)[0] ?? cwd;
}

/** Those of other programs are weaker than ours. */
const FOLDERS = ['.claude', '.helve'];

const NAMES = { project: 'settings.json', local: 'settings.local.json' } as const;

/** The folders of a project from its root to the one that was entered. Outside a repository only that one counts. */
function projectFolders(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (exists(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) return [cwd];
  }
}

/** What stands there and cannot be looked at counts: to read it is an error that is told. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}
