import { devNull } from 'node:os';
import { dirname, isAbsolute, resolve } from 'node:path';
import { type Effect, realPath, somethingAt } from '@helve/command';

/** How one subcommand is kept from running programs while it inspects. */
interface Inspection {
  /** Options that turn off external diffs and conversions, and keep git out of submodules, which have a config of their own. */
  readonly options?: readonly string[];
  /** It converts files of the working tree with content filters: always, or with such an option. */
  readonly filters?: true | RegExp;
  /** It prints parts of files that settings name. */
  readonly files?: true;
}

const DIFF: Inspection = {
  options: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'],
  filters: true,
};

/** Subcommands that run no program with the settings of every call. */
const HARMLESS =
  '--version, check-attr, check-ignore, config, for-each-ref, ls-tree, merge-base, remote, rev-list, rev-parse, ' +
  'stash list, symbolic-ref, worktree list';

/** The subcommands that an inspecting call may use. Any other is refused. */
const INSPECTIONS: Readonly<Record<string, Inspection>> = {
  ...Object.fromEntries(HARMLESS.split(', ').map((name) => [name, {}])),
  blame: { options: ['--no-textconv'], filters: true },
  'cat-file': { filters: /^--f/ },
  diff: DIFF,
  'diff-files': DIFF,
  'diff-index': DIFF,
  'hash-object': { options: ['--no-filters'] },
  // Commits are compared without the working tree, and without conversions no filter is needed.
  log: { options: ['--no-ext-diff', '--no-textconv'], files: true },
  'ls-files': { filters: /^(?:-\w*m|--m)/ },
  status: { options: ['--ignore-submodules=dirty'], filters: true },
};

/** How a call of git inspects. */
export interface InspectingCall {
  /** The arguments, with the options that keep the subcommand from running programs. */
  readonly args: readonly string[];
  /** It uses content filters. */
  readonly filters: boolean;
  /** It may print parts of files that settings name. */
  readonly files: boolean;
}

export function inspectionOf(args: readonly string[]): InspectingCall | undefined {
  for (const length of [1, 2]) {
    const name = args.slice(0, length).join(' ');
    const found = Object.hasOwn(INSPECTIONS, name) ? INSPECTIONS[name] : undefined;
    if (!found) continue;
    const { options = [], filters, files } = found;
    const usesFilters = filters === true || args.some((arg) => filters?.test(arg));
    return {
      args: [...args.slice(0, length), ...options, ...args.slice(length)],
      filters: usesFilters,
      files: files === true || usesFilters,
    };
  }
  return undefined;
}

/** Variables by which an outer git (a hook, an alias) describes its own repository, and those that change git's output. */
const DROPPED = new Set(
  (
    'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_INDEX_VERSION GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES ' +
    'GIT_COMMON_DIR GIT_NAMESPACE GIT_PREFIX GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_INTERNAL_SUPER_PREFIX ' +
    'GIT_SHALLOW_FILE GIT_GRAFT_FILE GIT_REPLACE_REF_BASE GIT_NO_REPLACE_OBJECTS GIT_IMPLICIT_WORK_TREE ' +
    'GIT_QUARANTINE_PATH GIT_REFLOG_ACTION GIT_EXTERNAL_DIFF GIT_DIFF_OPTS GIT_ATTR_SOURCE GIT_GLOB_PATHSPECS ' +
    'GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS GIT_REDIRECT_STDIN GIT_REDIRECT_STDOUT GIT_REDIRECT_STDERR'
  ).split(' '),
);

/** A program that fails at once, so that a git which asks for a password learns that there is none. */
const NO_ANSWER = 'false';

/** The user's environment, prepared for a git that nobody watches. */
export function gitEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  effect: Effect,
): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !DROPPED.has(entry[0]) && !entry[0].startsWith('GIT_TRACE'),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_MERGE_AUTOEDIT: 'no',
    GIT_TERMINAL_PROMPT: '0',
    // A script that answers with a token, as CI sets one up, asks nobody either.
    GIT_ASKPASS: env.GIT_ASKPASS || NO_ANSWER,
    SSH_ASKPASS: NO_ANSWER,
    GCM_INTERACTIVE: 'never',
    // The policy judged the paths as they are written, so git must not read `*` or `:(top)` in them.
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: effect === 'inspect' ? '0' : '1',
    // Without these a partial clone fetches missing objects in the middle of a diff, with the programs its config names.
    ...(effect === 'execute'
      ? { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' }
      : { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' }),
  };
}

/** Settings that override the repository's own config. Only `execute` may run programs that it names. */
export function gitSettings(effect: Effect): readonly string[] {
  return [
    'core.quotePath=false',
    'color.ui=false',
    'advice.detachedHead=false',
    // Both would leave a process behind.
    'gc.auto=0',
    'maintenance.auto=false',
    'core.fsmonitor=false',
    ...(effect === 'execute' ? [] : [`core.hooksPath=${devNull}`, 'diff.external=', 'log.showSignature=false']),
    // A folder of a checkout can have the layout of a bare repository, with a config that came with the checkout.
    ...(effect === 'inspect' ? ['safe.bareRepository=explicit'] : []),
    ...(effect === 'inspect' ? ['status.submoduleSummary=false', 'diff.submodule=short'] : []),
  ];
}

/** The git call that lists all settings, for `localSettings`. */
export const LIST_SETTINGS: readonly string[] = 'config --show-scope -z --list'.split(' ');

/** A setting of the repository's own config. */
export interface LocalSetting {
  readonly key: string;
  readonly value: string;
}

/** The settings of the repository's own config, also those of files that it includes. The user's are trusted. */
export function localSettings(output: string): readonly LocalSetting[] {
  const parts = output.split('\0');
  return parts.flatMap((part, index) => {
    if (index % 2 === 0 || !/^(?:local|worktree)$/.test(parts[index - 1] ?? '')) return [];
    const end = part.indexOf('\n');
    return [end < 0 ? { key: part, value: '' } : { key: part.slice(0, end), value: part.slice(end + 1) }];
  });
}

/** The keys of filters among settings. Those of the user's config stay: git-lfs is usually there. */
export function filterKeys(settings: readonly LocalSetting[]): readonly string[] {
  return settings.flatMap(({ key }) => (/^filter\..*\.(?:clean|smudge|process)$/.test(key) ? key : []));
}

/** Settings whose file only decides which files are ignored or how they are treated: nothing of it is printed. */
const NOT_PRINTED = /^core\.(?:excludesfile|attributesfile)$/;

interface DeniedBy {
  readonly cwd: string;
  readonly home: string | undefined;
  readonly permits: (path: string) => boolean;
}

/** The key of a setting whose value is a file that may not be read, such as `blame.ignoreRevsFile`. */
export function deniedFile(settings: readonly LocalSetting[], { cwd, home, permits }: DeniedBy): string | undefined {
  const isDenied = (value: string) => {
    const path = home === undefined ? value : value.replace(/^~(?=\/|$)/, home);
    if (path === '' || path.includes('\0')) return false;
    // Git takes some from the folder that it is called in, and others from the top of the work tree.
    for (let folder = cwd; ; folder = dirname(folder)) {
      const file = resolve(folder, path);
      if (somethingAt(file) && !permits(realPath(file))) return true;
      if (isAbsolute(path) || dirname(folder) === folder) return false;
    }
  };
  return settings.find(({ key, value }) => !NOT_PRINTED.test(key) && isDenied(value))?.key;
}

/** The settings that turn a filter off. */
export function withoutFilter(key: string): readonly string[] {
  return [`${key}=`, `filter.${filterName(key)}.required=false`];
}

/** The name that `.gitattributes` uses for a filter. */
export function filterName(key: string): string {
  return key.slice('filter.'.length, key.lastIndexOf('.'));
}
