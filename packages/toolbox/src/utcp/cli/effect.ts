import type { Source } from './taint.ts';

/**
 * Where a command leaves something. `names`: only names of empty files and folders. `state`: in a program's own storage,
 * such as the history of git, where nothing is run from. `work tree`: in files, but in no settings of git.
 */
export type Place = 'anywhere' | 'work tree' | 'names' | 'state' | { readonly path: string };

/** What a command does beside printing. A command without effects is inert. */
export type Effect =
  /** It runs code that is not in the template: a file, what its settings name, or anything. */
  | {
      readonly type: 'runs';
      readonly program: string;
      readonly what: 'anything' | 'settings' | 'settings of git' | { readonly path: string };
      /** What of a caller's it is given. */
      readonly given: readonly Source[];
    }
  /** It leaves something of a caller's behind, or a file of the template's own. */
  | { readonly type: 'leaves'; readonly place: Place; readonly sources: readonly Source[] };

/** Extensions of files that no program runs or reads settings from when it is only named another file. */
const DATA_FILE = /^[^.~][^~]*\.(txt|md|csv|tsv|log)$/;
/** git reads its settings from .git and from the files of a bare repository, which have no extension. */
const NO_SETTINGS_OF_GIT = /^[^.~][^~]*\.\w+$/;

/** Whether a command could run what another left behind. */
export function mayRun(runs: Effect & { readonly type: 'runs' }, place: Place): boolean {
  const { what } = runs;
  if (place === 'names' || place === 'state') return false;
  if (place === 'work tree') return what === 'anything' || typeof what === 'object';
  if (place === 'anywhere' || what === 'anything') return true;
  const hidden = place.path.split('/').some((part) => /^\.(?!\.?$)/.test(part) || part === 'hooks');
  if (hidden) return true;
  const base = baseOf(place.path);
  if (what === 'settings of git') return !NO_SETTINGS_OF_GIT.test(base);
  if (what === 'settings') return !DATA_FILE.test(base);
  return !DATA_FILE.test(base) || baseOf(what.path) === base;
}

/** Whether a program that is named by its path may be the file that the template itself makes. */
export function mayBeMade(program: string, place: Place): boolean {
  if (typeof place === 'string') return place === 'anywhere';
  const base = baseOf(place.path);
  return base === '' || base === '.' || base === '..' || program.split('/').includes(base);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
