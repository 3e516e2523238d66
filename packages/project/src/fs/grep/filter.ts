import { globTest } from '../walk/glob.ts';

export interface FileFilter {
  readonly args: readonly string[];
  /** What the arguments cannot say. */
  readonly wants: (path: string) => boolean;
}

interface Globs {
  readonly include?: string | undefined;
  readonly exclude?: string | undefined;
  readonly all: boolean;
}

/** Which files are searched; globs with a slash start at the searched folder. */
export function fileFilter({ include, exclude, all }: Globs): FileFilter {
  const args = exclude === undefined ? [] : ['--glob', `!${exclude.replace(/^\.\//, '')}`];
  if (include === undefined) return { args, wants: () => true };
  const glob = include.replace(/^\.?\//, '').replace(/\/$/, '/**');
  const name = nameIn(glob);
  if (name !== undefined) {
    // `--glob` would bring ignored files back, and a type does so for hidden ones.
    args.push('--type-add', `wanted:${name}`, '--type', 'wanted', ...(all ? [] : ['--glob', '!.*']));
  }
  if (glob === name) return { args, wants: () => true };
  const matches = globTest(glob);
  return {
    args,
    wants: (path) => matches(path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)),
  };
}

/** The part of a glob for names, which ripgrep can tell before it reads a file; undefined where there is none. */
function nameIn(glob: string): string | undefined {
  if (/\{[^}]*\/|[()]/.test(glob)) return undefined;
  const name = glob.slice(glob.lastIndexOf('/') + 1);
  return name.includes('**') ? undefined : name;
}
