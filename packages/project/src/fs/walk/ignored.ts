import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Place, readTextIfAny } from '@helve/command';
import { type IgnoreRules, parseIgnoreRules } from './ignore-rules.ts';

/** Rules, and the length of the path of the folder that they are written for, with its slash. */
interface Layer {
  readonly rules: IgnoreRules;
  readonly base: number;
}

/** From the nearest folder up. */
type Layers = readonly Layer[];

const LARGEST_RULES = 16 << 20;

const RULE_FILES = new Set(['.gitignore', '.ignore', '.rgignore', '.git']);

/**
 * What is hidden in a folder: names that begin with a dot, and what the ignore files say that ripgrep honours, so
 * that listing, finding and searching see the same files. The kinds come in ripgrep's order of precedence.
 */
export class Hidden {
  readonly #kinds: readonly [rgignore: Layers, ignore: Layers, git: Layers, exclude: Layers, user: Layers];
  readonly #some: boolean;

  private constructor(kinds: readonly [Layers, Layers, Layers, Layers, Layers]) {
    this.#kinds = kinds;
    this.#some = kinds.some((layers) => layers.length > 0);
  }

  /** What the folders above `folder` say of what is in it. */
  static above(folder: string, context: Pick<Place, 'env'>): Hidden {
    const above: string[] = [];
    for (let place = folder; dirname(place) !== place; place = dirname(place)) above.unshift(dirname(place));
    const ofUser = readUserRules(context);
    let hidden = new Hidden([[], [], [], [], ofUser ? [{ rules: ofUser, base: withSlash(folder).length }] : []]);
    for (const place of above) {
      const names = [...RULE_FILES].filter((name) => statSync(join(place, name), { throwIfNoEntry: false }));
      hidden = hidden.within(place, names);
    }
    return hidden;
  }

  /** With the rules that stand in a folder which holds these names. */
  within(folder: string, names: readonly string[]): Hidden {
    const found = names.filter((name) => RULE_FILES.has(name));
    if (found.length === 0) return this;
    const base = withSlash(folder).length;
    const add = (layers: Layers, file: string): Layers => {
      const rules = found.includes(file) ? readRules(join(folder, file)) : undefined;
      return rules ? [{ rules, base }, ...layers] : layers;
    };
    const [rgignore, ignore, git, exclude, user] = this.#kinds;
    // A repository does not hear the .gitignore files of one around it.
    const isRepository = found.includes('.git');
    const excluded = isRepository ? readRules(join(gitFolder(join(folder, '.git')), 'info/exclude')) : undefined;
    return new Hidden([
      add(rgignore, '.rgignore'),
      add(ignore, '.ignore'),
      add(isRepository ? [] : git, '.gitignore'),
      excluded ? [{ rules: excluded, base }] : isRepository ? [] : exclude,
      user.map(({ rules }) => ({ rules, base: isRepository ? base : (user[0]?.base ?? base) })),
    ]);
  }

  /** `folder` is absolute and ends with a slash. */
  hides(folder: string, name: string, isFolder: boolean): boolean {
    if (this.#some) {
      for (const layers of this.#kinds) {
        for (const { rules, base } of layers) {
          const verdict = rules.judge(folder, base, name, isFolder);
          if (verdict !== undefined) return verdict === 'ignored';
        }
      }
    }
    return name.startsWith('.');
  }
}

export function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

function readRules(file: string): IgnoreRules | undefined {
  const text = readTextIfAny(file, LARGEST_RULES);
  return text === undefined ? undefined : parseIgnoreRules(text);
}

/** The folder that holds the repository's data; a worktree has a file that leads to it. */
function gitFolder(place: string): string {
  const link = /^gitdir: (.+)$/m.exec(readTextIfAny(place) ?? '')?.[1];
  if (link === undefined) return place;
  const folder = resolve(dirname(place), link);
  return resolve(folder, readTextIfAny(join(folder, 'commondir'))?.trim() ?? '.');
}

/** The rules that the user keeps for all repositories. */
function readUserRules({ env }: Pick<Place, 'env'>): IgnoreRules | undefined {
  const home = env.HOME ?? env.USERPROFILE;
  if (home === undefined) return undefined;
  const settings = env.XDG_CONFIG_HOME || join(home, '.config');
  const configured = [join(home, '.gitconfig'), join(settings, 'git/config')]
    .map((file) => /^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$/im.exec(readTextIfAny(file) ?? '')?.[1])
    .find((path) => path !== undefined);
  return readRules(configured?.replace(/^~(?=\/)/, home) ?? join(settings, 'git/ignore'));
}
