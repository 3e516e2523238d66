import { join } from 'node:path';
import { type Place, projectFolders, projectRoot, somethingAt } from '@helve/command';
import type { Layer } from './layers.ts';

/** The settings of a place, with what the user has not consented to left out. */
export interface Settings {
  /** The weakest first. */
  readonly layers: readonly Layer[];
  readonly leftOut: readonly LeftOut[];
}

/** What a project's file says that does not hold, because the user has not consented to it. */
export interface LeftOut {
  readonly file: string;
  /** In words, one for each thing. */
  readonly what: readonly string[];
}

const NONE: Settings = { layers: [], leftOut: [] };

/**
 * Reads all settings that hold in a place. What a checkout brings may restrict; all else needs the user's consent. Where
 * there are none, and that is most often so for small commands, nothing is loaded to read them.
 */
export async function readSettings(place: SettingsPlace): Promise<Settings> {
  if (findSettings(place).length === 0) return NONE;
  const { isOwn, readLayers } = await import('./layers.ts');
  const layers = readLayers(place);
  if (layers.every(({ scope }) => isOwn(scope))) return { layers, leftOut: [] };
  const { withoutUntrusted } = await import('./trust.ts');
  return withoutUntrusted(place.home, layers);
}

/** Whose settings a file holds: the user's, the project's for everybody, or the project's for this user. */
export type Scope = 'user' | 'project' | 'local';

/** The same, or the settings of the machine that its administrator manages. */
export type LayerScope = Scope | 'managed';

export interface SettingsFile {
  readonly scope: LayerScope;
  readonly file: string;
  /** It belongs to another program, whose keys and values we need not know. */
  readonly foreign: boolean;
}

/** Where the administrator of a machine puts settings for all users. No setting, flag or variable names another file. */
export const MANAGED_SETTINGS = '/etc/helve/settings.json';

/** Where settings are looked for. With `env`, also among what the user has said to Claude Code. */
export type SettingsPlace = Pick<Place, 'cwd' | 'home'> & Partial<Pick<Place, 'env'>>;

/** The files of settings that there are for a place, the weakest first: each is overruled by those after it. */
export function findSettings({ cwd, home, env }: SettingsPlace, managed = MANAGED_SETTINGS): readonly SettingsFile[] {
  const claude = env && claudeFolder(env);
  const found: SettingsFile[] = [
    ...(claude === undefined ? [] : [{ scope: 'user' as const, file: join(claude, NAMES.project), foreign: true }]),
    { scope: 'user', file: userSettings(home), foreign: false },
  ];
  for (const folder of projectFolders(cwd)) {
    for (const name of FOLDERS) {
      const place = join(folder, name);
      // Where the state folder is in the project, its settings are the user's.
      if (place === home || !somethingAt(place)) continue;
      for (const scope of ['project', 'local'] as const) {
        const file = join(place, NAMES[scope]);
        // In the user's home folder these are the user's.
        if (!found.some((other) => other.file === file)) found.push({ scope, file, foreign: name === '.claude' });
      }
    }
  }
  found.push({ scope: 'managed', file: managed, foreign: false });
  return found.filter(({ file }) => somethingAt(file));
}

/** The folder in which Claude Code keeps what belongs to the user. */
export function claudeFolder({ CLAUDE_CONFIG_DIR: named, HOME: user }: Place['env']): string | undefined {
  return named ? named : user ? join(user, '.claude') : undefined;
}

export function userSettings(home: string): string {
  return join(home, 'settings.json');
}

/** The file that holds the settings of a scope. */
export function settingsFile(scope: Scope, { cwd, home }: Pick<Place, 'cwd' | 'home'>): string {
  return scope === 'user' ? userSettings(home) : join(projectRoot(cwd), '.helve', NAMES[scope]);
}

/** Those of other programs are weaker than ours. */
const FOLDERS = ['.claude', '.helve'];

const NAMES = { project: 'settings.json', local: 'settings.local.json' } as const;
