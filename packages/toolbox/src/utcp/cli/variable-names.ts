/** Names that end in such a part hold values, and no program reads another meaning into them. */
const DATA_PART =
  /(^|_)(NAME|EMAIL|ID|IDS|KEY|TOKEN|SECRET|PASSWORD|MESSAGE|TEXT|TITLE|BODY|QUERY|DATE|VALUE|COUNT|LIMIT|SIZE|CONTENT|DESCRIPTION|LABEL|TOPIC|SUBJECT|CITY|COUNTRY|AMOUNT|NUMBER)$/;
/** Names that belong to a program, which may run or load what they hold. */
const OWNED =
  /^(LD|DYLD|BASH|GIT|SSH|SUDO|NPM|NODE|PYTHON|PERL|RUBY|JAVA|GCC|MAKE|LESS|MAN|TAR|RSYNC|PS|HIST|GLIBC|MALLOC|DOCKER|KUBE|AWS|CARGO|RUST|GO|PIP)/;
const KNOWN =
  /^(LANG|LC_\w+|TZ|NODE_ENV|RAILS_ENV|APP_ENV|GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|(HTTP|HTTPS|NO|ALL)_PROXY|COLUMNS|LINES)$/;

/** Variables that bash itself reads, or evaluates when they are set. */
const OF_BASH =
  /^(PATH|BASH\w*|ENV|IFS|PS\d|PROMPT_COMMAND|SHELL\w*|CDPATH|RANDOM|SRANDOM|SECONDS|LINENO|OPTIND|OPTARG|OPTERR|HIST\w*|FUNCNEST|TMOUT|EPOCH\w+|GLOBIGNORE|EXECIGNORE|FIGNORE|INPUTRC|MAIL\w*|POSIXLY_CORRECT|TIMEFORMAT|COMP_\w+|COMPREPLY|COPROC|DIRSTACK|FCEDIT|FUNCNAME|GROUPS|PIPESTATUS|PPID|UID|EUID|CHILD_MAX|READLINE_\w+|TMPDIR|HOME|PWD|OLDPWD|TERM|CMD_\d+_OUTPUT|__utcp\w*|_|auto_resume|histchars)$/;

/** Variables that a script inherits, so that setting them sets them for every program. */
export const INHERITED = 'PATH HOME LANG LC_ALL LC_CTYPE USER LOGNAME SHELL TZ TERM'.split(' ');

/** Whether a variable of a program's environment is known to be data to every program. */
export function isDataVariable(name: string): boolean {
  if (KNOWN.test(name)) return true;
  if (/^[a-z]\w*$/.test(name) && !/^npm_|path$|^histchars$|^auto_resume$/.test(name)) return true;
  return DATA_PART.test(name) && !OWNED.test(name);
}

/** Whether a variable that stays inside the script is known to be data. */
export function isDataShellVariable(name: string): boolean {
  return !OF_BASH.test(name);
}
