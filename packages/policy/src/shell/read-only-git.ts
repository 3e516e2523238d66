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
