import type { ShellWord } from './line.ts';

const READING: ReadonlySet<string> = new Set(
  (
    'blame check-ignore describe diff log ls-files ls-tree merge-base name-rev rev-list rev-parse shortlog show ' +
    'show-ref status var version'
  ).split(' '),
);

/** Sub-commands that read only when they are given nothing but these words. */
const LISTING: Readonly<Record<string, RegExp>> = {
  branch: /^(-a|-r|-v|-vv|--all|--remotes|--list|--show-current|--no-color|--merged|--no-merged)$/,
  remote: /^(-v|--verbose)$/,
  stash: /^list$/,
  tag: /^(-l|--list)$/,
  worktree: /^(list|--porcelain)$/,
};

/** Options with which reading sub-commands write a file or start a program. */
const NOT_READING = /^(--output|--ext-diff|--textconv|-O|--open-files-in-pager|--upload-pack|--exec)/;

/** Whether git is only asked to tell something. Settings given on the line may start programs, so with them it is not. */
export function isReadOnlyGit(words: readonly ShellWord[]): boolean {
  const rest = words.slice(1).map(({ text }) => text);
  if (rest.length === 1 && rest[0] === '--version') return true;
  while (rest[0] === '--no-pager' || rest[0] === '--no-optional-locks') rest.shift();
  const [action = '', ...given] = rest;
  if (given.some((text) => NOT_READING.test(text))) return false;
  if (READING.has(action)) return true;
  const listing = Object.hasOwn(LISTING, action) ? LISTING[action] : undefined;
  if (!listing || (action === 'stash' && given.length === 0) || (action === 'worktree' && given.length === 0))
    return false;
  return given.every((text) => listing.test(text));
}

const VALUED = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env']);

/** The words of a git command without the options before its sub-command. */
export function withoutGitOptions(words: readonly ShellWord[]): readonly ShellWord[] {
  let index = 1;
  while (words[index]?.text.startsWith('-')) index += VALUED.has(words[index]?.text ?? '') ? 2 : 1;
  return [...words.slice(0, 1), ...words.slice(index)];
}

/** Sub-commands that change no file of the work tree, beside those that only read. */
const KEEPING = /^(add|commit|push|fetch|grep|cat-file|ls-remote)$/;

/** Whether git only reads the paths that it is given. */
export function readsOnlyGit(words: readonly ShellWord[]): boolean {
  const action = withoutGitOptions(words)[1]?.text ?? '';
  return isReadOnlyGit(words) || READING.has(action) || KEEPING.test(action);
}

/** Whether git prints what is in files of the repository. */
export function printsContents(words: readonly ShellWord[]): boolean {
  if (words[0]?.text !== 'git') return false;
  const [, action, ...given] = withoutGitOptions(words).map(({ text }) => text);
  if (action === 'log' || action === 'stash')
    return given.some((text) => /^(-[^-]*[puGSL]|--patch|--cc|show)/.test(text));
  return /^(diff|show|blame|grep|cat-file|archive|annotate|whatchanged|format-patch)$/.test(action ?? '');
}

/** Sub-commands that do only what their name says, unless an option or a hook of the repository runs something else. */
const ONLY_THEMSELVES: ReadonlySet<string> = new Set(
  (
    'add am apply archive blame branch bundle cat-file check-attr check-ignore checkout cherry cherry-pick clean clone ' +
    'commit config count-objects describe diff fetch format-patch fsck gc grep hash-object help init log ls-files ' +
    'ls-remote ls-tree merge merge-base mv name-rev notes prune pull push range-diff rebase reflog remote repack ' +
    'replace rerere reset restore rev-list rev-parse revert rm shortlog show show-ref sparse-checkout stash status ' +
    'switch symbolic-ref tag update-index update-ref var verify-commit version whatchanged worktree write-tree'
  ).split(' '),
);

const RUNS_MORE = /^(?:-x|--exec|--upload-pack|--receive-pack|--ext-diff|--open-files-in-pager)/;

/**
 * Whether a git command may do what another one does: an alias of the repository, which git looks up for any word that it
 * does not know, an extension, or a sub-command that runs others.
 */
export function mayBeOtherGit(words: readonly ShellWord[]): boolean {
  const [, action, ...given] = withoutGitOptions(words);
  if (!action) return false;
  if (action.holds !== 'text' || !ONLY_THEMSELVES.has(action.text)) return true;
  return given.some(({ text }) => RUNS_MORE.test(text));
}
