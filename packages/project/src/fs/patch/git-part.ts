/** Characters that HFS+ leaves out when it compares names. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** `.git` as some file system reads it: in any case, by its short name, with dots, spaces or a stream name after it. */
const GIT_PART = /^(?:\.git|git~1)[. ]*(?::.*)?$/isu;

/**
 * Whether a path leads through a git folder. Git refuses such paths in patches on every system, because a hook or a
 * setting in that folder runs programs.
 */
export function hasGitPart(path: string): boolean {
  return path.split(/[/\\]/).some((part) => GIT_PART.test(part.replace(IGNORED_BY_HFS, '')));
}
