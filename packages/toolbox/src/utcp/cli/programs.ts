/** What is known of programs that run text or commands they are given. */

/** Programs that read shell text; those that are not bash are refused the more readily. */
export const SHELLS: ReadonlySet<string> = new Set(
  'sh bash dash ash zsh ksh mksh rbash fish csh tcsh nu pwsh powershell xonsh'.split(' '),
);

/** Interpreters, and their options that take code. They may be told to run a file by a name that a caller gives. */
export const INTERPRETERS: Readonly<Record<string, RegExp>> = {
  python: /^-[bBdEiIOqsSuvx]*[cm]/,
  node: /^(-[ip]*[ep]|--eval|--print|--import|--require|--loader|-r)/,
  nodejs: /^(-[ip]*[ep]|--eval|--print|--import|--require|--loader|-r)/,
  bun: /^(-e|-p|--eval|--print|-r|--preload)/,
  deno: /^eval$/,
  perl: /^-[acfilnpsStTuUvwWX0-9]*[eEMmI]/,
  ruby: /^-[acdlnpsSvwWxy]*[erI]/,
  php: /^(-[rBREd]|--run)/,
  lua: /^-[iv]*[el]/,
  Rscript: /^-e/,
  osascript: /^-e/,
  tclsh: /^-c/,
  expect: /^-c/,
};

/** Programs whose first operand is a program of their own language, with the options that give it otherwise. */
export const PROGRAM_FIRST: Readonly<Record<string, ProgramFirst>> = {
  awk: { code: /^(-[ef]|--source|--file|-E|--exec|-i|--include|-l|--load)/, valued: /^-[Fv]$/ },
  sed: { code: /^(-[nErsuz]*[ef]|--expression|--file)/, valued: /^(-l|--line-length)$/ },
};

interface ProgramFirst {
  readonly code: RegExp;
  /** Options whose value is the next word. */
  readonly valued: RegExp;
}

/** Programs whose arguments are another command, with the options that take the next word as their value. */
export const RUNNERS: Readonly<Record<string, Runner>> = {
  builtin: {},
  command: { flags: /^-p$/ },
  env: { flags: /^(-[i0v]+|-)$/, valued: /^-[uC]$/, assigns: true },
  exec: { flags: /^-[cl]+$/, valued: /^-a$/ },
  ionice: { flags: /^-t$/, valued: /^-[cn]$/ },
  nice: { valued: /^-n$/ },
  nohup: {},
  setsid: { flags: /^-[cfw]+$/ },
  stdbuf: { flags: /^-[ioe].+$/, valued: /^-[ioe]$/ },
  sudo: { flags: /^-[AbEHnPS]+$/, valued: /^-[CDghpRrTtUu]$/, assigns: true },
  time: { flags: /^-[pv]+$/ },
  timeout: { flags: /^(-v|--foreground|--preserve-status|--kill-after=.*|--signal=.*)$/, valued: /^-[ks]$/, skip: 1 },
  xargs: { flags: /^(-[0oprtx]+|--null|--no-run-if-empty|-[IdLnPsE].+)$/, valued: /^-[adEILnPs]$/ },
};

export interface Runner {
  readonly flags?: RegExp;
  readonly valued?: RegExp;
  /** Words before the command that belong to the runner. */
  readonly skip?: number;
  readonly assigns?: boolean;
}

/** Programs that run what they are given in ways that are not followed here. */
export const OPAQUE: ReadonlySet<string> = new Set(
  (
    'ssh mosh parallel watch script su runuser doas pkexec chroot flock strace ltrace entr systemd-run nsenter unshare ' +
    'bwrap firejail gdb lldb vim vi nvim ex ed emacs at batch crontab tmux screen make gmake ninja expect ' +
    'npx bunx uvx pipx busybox toybox caffeinate unbuffer taskset rsh psql mysql sqlite3'
  ).split(' '),
);

/** Builtins that evaluate what they are given, or the subscript in a name. */
export const EVALUATORS: ReadonlySet<string> = new Set(
  (
    'eval source . trap alias let unset read mapfile readarray getopts wait enable complete compgen compopt bind fc ' +
    'hash jobs set shopt history'
  ).split(' '),
);

export const DECLARATIONS: ReadonlySet<string> = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/** Options of many programs that name a program to run. */
export const EXECUTING_OPTION =
  /^--?(to-command|checkpoint-action|rsh|compress-program|use-compress-program|upload-pack|receive-pack|exec|exec-batch|eval|command|pager|editor|config-env|rsync-path|info-script|new-volume-script|preprocessor|pre|hostname-bin)(=|$)/;

/** Variables that decide what runs, or are evaluated when they are set. */
export const GOVERNING_VARIABLE =
  /^(PATH|LD_\w+|DYLD_\w+|BASH\w*|ENV|IFS|PS\d|PROMPT_COMMAND|SHELL\w*|CDPATH|EDITOR|VISUAL|BROWSER|\w*PAGER|GIT_(?!AUTHOR|COMMITTER|DIR$|WORK_TREE$)\w+|SSH_\w+|SUDO_\w+|LESS(OPEN|CLOSE)|PYTHON\w+|NODE_(OPTIONS|PATH)|PERL\w+|RUBY\w+|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAKE\w*|GCONV_PATH|NLSPATH|RANDOM|SRANDOM|SECONDS|LINENO|OPTIND|HIST\w+|FUNCNEST|TMOUT|EPOCH\w+|GLOBIGNORE|EXECIGNORE|CMD_\d+_OUTPUT|__utcp\w*)$/;
