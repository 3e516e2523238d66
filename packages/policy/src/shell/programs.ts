import type { ShellWord } from './line.ts';
import type { OptionLists } from './options.ts';
import { isReadOnlyGit } from './read-only-git.ts';
import { isReadOnlySed } from './read-only-sed.ts';

/** What is known of a program. An empty row is the same as none: it may do anything, but runs none of its arguments. */
export interface Program {
  /** It runs the command that its arguments contain. */
  readonly runs?: Runner;
  /** It runs the command behind such an option. */
  readonly execOption?: RegExp;
  /** It reads shell text: in the language that is parsed here, or in another. */
  readonly shell?: 'parsed' | 'other';
  /**
   * It runs what it is given in a way that is not followed. `command`: its arguments are a command, so no rule can be
   * sure of what it runs. `code`: they may contain code, so nothing of a caller's may be among them.
   */
  readonly obscure?: 'command' | 'code';
  /** It is a builtin that evaluates its arguments, or the subscript in a name. */
  readonly evaluates?: true;
  /** It is a builtin that declares variables. */
  readonly declares?: true;
  /** It is an interpreter; these options take code. */
  readonly codeOption?: RegExp;
  /** Its first operand is a program in its own language, unless such an option gives it. */
  readonly codeFirst?: { readonly option: RegExp; readonly valued: RegExp };
  /**
   * When it writes and starts nothing: always, with `--version` alone, without such an option, or if the check holds. For
   * the last two no word may be unknown.
   */
  readonly reads?: true | 'version' | RegExp | ((words: readonly ShellWord[]) => boolean);
  /** Which of its operands are files, and what it does to them. */
  readonly files?: Files;
  /** It changes only the files that it is given. */
  readonly changesOnlyFiles?: true;
}

export type Files = 'read' | 'write' | 'pattern' | 'copy' | 'mode' | 'find' | 'dd' | 'download';

/** How a program names the command that it runs. */
export interface Runner extends OptionLists {
  /** Words before the command that belong to the program: a duration, a folder. */
  readonly skip?: number;
  /** Variables may be set before the command. */
  readonly assigns?: boolean;
  /** The command has more rights than the caller, so a rule must name the program to allow it. */
  readonly raises?: boolean;
  /** With this option, or always, the words are the text of a script. */
  readonly script?: string | true;
  /** With these options a shell or an editor runs the command. */
  readonly unclear?: readonly string[];
  /** Options that a tool's template may use before the command. Absent: those that are one letter. */
  readonly inTemplates?: readonly string[];
}

const words = (text: string) => text.split(' ');
const same = (names: string, program: Program) => Object.fromEntries(words(names).map((name) => [name, program]));
const alone = ({ length }: readonly ShellWord[]) => length === 1;

const SUDO: Runner = {
  flags: words('A b E e H i K k l n P S s V v background non-interactive preserve-env set-home login stdin shell'),
  valued: words('C D g h p R r T t U u user group host prompt chdir chroot role type close-from'),
  assigns: true,
  raises: true,
  unclear: words('e i s edit login shell'),
  inTemplates: words('A b E H n P S C D g h p R r T t U u'),
};

const NODE = /^(-[ip]*[ep]|--eval|--print|--import|--require|--loader|-r)/;
const FD_EXEC = /^(-[^-]*[xX]|--exec)/;

const PROGRAMS: Readonly<Record<string, Program>> = {
  // Programs that write and start nothing, whatever their arguments are.
  ...same(
    'arch basename column df dirname echo expr false free groups id nproc pwd realpath rev seq sleep tr ' +
      'true tty type uname uptime whereis which whoami :',
    { reads: true },
  ),
  ...same(
    'cat cd cksum cmp comm cut diff du head hexdump ls md5sum nl od paste readlink sha1sum sha256sum sha512sum stat ' +
      'strings tac tail wc',
    { reads: true, files: 'read' },
  ),
  ...same('egrep fgrep grep jq', { reads: true, files: 'pattern' }),

  // Programs that write or start something with some of their arguments.
  '[': { reads: /^-v$/, files: 'read' },
  date: { reads: /^(-[^-]*s|--set)/ },
  fd: { execOption: FD_EXEC, reads: FD_EXEC },
  fdfind: { execOption: FD_EXEC },
  file: { reads: /^(-[^-]*C|--compile)/, files: 'read' },
  // The command of -exec is judged by itself.
  find: { execOption: /^-(exec|execdir|ok|okdir)$/, reads: /^-(delete|fprint|fprint0|fprintf|fls)$/, files: 'find' },
  git: { reads: isReadOnlyGit },
  hostname: { reads: alone },
  ...same('printenv ps', { reads: () => true }),
  printf: { reads: /^-v/ },
  rg: { reads: /^--(pre|hostname-bin)\b/, files: 'pattern' },
  sed: {
    codeFirst: { option: /^(-[nErsuz]*[ef]|--expression|--file)/, valued: /^(-l|--line-length)$/ },
    reads: isReadOnlySed,
    files: 'pattern',
  },
  sort: { reads: /^(-[^-]*[oT]|--output|--compress-program|--temporary)/, files: 'read' },
  test: { reads: /^-v$/, files: 'read' },
  tree: { reads: /^(-[^-]*[oR]|--output)/, files: 'read' },
  uniq: { reads: (all) => all.slice(1).filter(({ text }) => !text.startsWith('-')).length < 2, files: 'read' },

  // Programs that use files.
  ...same('base64 bat less more pushd xxd zcat', { files: 'read' }),
  ...same('rm rmdir shred truncate unlink', { files: 'write' }),
  ...same('mkdir mv tee touch', { files: 'write', changesOnlyFiles: true }),
  ...same('install ln rsync scp', { files: 'copy' }),
  ...same('chgrp chmod chown', { files: 'mode' }),
  ...same('curl wget', { files: 'download' }),
  cp: { files: 'copy', changesOnlyFiles: true },
  dd: { files: 'dd' },

  // Programs whose arguments are another command.
  // Where bash takes `!` for a program (`true | time ! rm x`), zsh does not.
  ...same('! - builtin nocorrect noglob nohup', { runs: {} }),
  ...same('busybox toybox', { runs: {}, obscure: 'code' }),
  caffeinate: { runs: { flags: words('d i m s u'), valued: words('t w') }, obscure: 'code' },
  chroot: {
    runs: { flags: ['skip-chdir'], valued: words('groups userspec'), skip: 1, raises: true },
    obscure: 'code',
  },
  command: { runs: { flags: ['p'] }, reads: ([, option]) => /^-[vV]$/.test(option?.text ?? '') },
  doas: { runs: SUDO, obscure: 'code' },
  env: {
    runs: {
      flags: words('i 0 v ignore-environment null debug'),
      valued: words('u C unset chdir'),
      assigns: true,
      script: 'S',
    },
    reads: alone,
  },
  eval: { runs: { script: true }, evaluates: true },
  exec: { runs: { flags: words('c l'), valued: ['a'] } },
  flock: {
    runs: {
      flags: words('e x s n u o shared exclusive nonblock nb unlock close'),
      valued: words('w E wait timeout'),
      skip: 1,
      script: 'c',
    },
    obscure: 'code',
  },
  ionice: { runs: { flags: words('t ignore'), valued: words('c n class classdata') } },
  ltrace: { runs: { flags: words('c f i r S t T'), valued: words('a e n o p s u x l') }, obscure: 'code' },
  nice: { runs: { valued: words('n adjustment') } },
  pkexec: { runs: { flags: ['disable-internal-agent'], valued: ['user'], raises: true }, obscure: 'code' },
  repeat: { runs: { skip: 1 } },
  runuser: {
    runs: { flags: words('l m p login'), valued: words('u g G s user group shell'), raises: true, script: 'c' },
    obscure: 'code',
  },
  setsid: { runs: { flags: words('c f w ctty fork wait') } },
  stdbuf: { runs: { valued: words('i o e input output error') } },
  strace: {
    runs: { flags: words('c C d f F i q r t T v x y k'), valued: words('a b e E I o O p P s S u X') },
    obscure: 'code',
  },
  su: {
    runs: { flags: words('- l m p login'), valued: words('g G s group shell'), skip: 1, raises: true, script: 'c' },
    obscure: 'code',
  },
  sudo: { runs: SUDO },
  taskset: { runs: { flags: words('a c all-tasks cpu-list'), skip: 1 }, obscure: 'code' },
  time: {
    runs: {
      flags: words('p v a portability verbose append'),
      valued: words('f o format output'),
      inTemplates: words('p v'),
    },
  },
  timeout: {
    runs: {
      flags: words('v foreground preserve-status verbose'),
      valued: words('k s kill-after signal'),
      skip: 1,
      inTemplates: words('v foreground preserve-status k s kill-after signal'),
    },
  },
  unbuffer: { runs: { flags: ['p'] }, obscure: 'code' },
  watch: {
    runs: {
      flags: words('b c C d e g p t w beep color errexit chgexit precise no-title no-wrap differences'),
      valued: words('n q interval equexit'),
      script: true,
    },
    obscure: 'code',
  },
  xargs: {
    runs: {
      flags: words('0 o p r t x null interactive no-run-if-empty verbose exit open-tty'),
      valued: words('a d E I L n P s J R S arg-file delimiter max-args max-procs max-lines max-chars process-slot-var'),
      inTemplates: words('0 o p r t x null no-run-if-empty a d E I L n P s'),
    },
  },

  // Programs that read commands or code.
  ...same('sh dash ash zsh ksh mksh rbash', { shell: 'parsed' }),
  bash: { shell: 'parsed', reads: 'version' },
  ...same('csh fish nu powershell pwsh tcsh xonsh', { shell: 'other' }),
  ...same('bwrap entr firejail nsenter parallel rush script systemd-run unshare', { obscure: 'command' }),
  ...same(
    'at batch bunx crontab ed emacs ex gdb gmake lldb mosh mysql ninja nvim pipx psql rsh screen sqlite3 ssh tmux uvx vi vim',
    { obscure: 'code' },
  ),
  ...same('make npx', { obscure: 'code', reads: 'version' }),
  awk: {
    codeFirst: { option: /^(-[ef]|--source|--file|-E|--exec|-i|--include|-l|--load)/, valued: /^-[Fv]$/ },
    files: 'pattern',
  },
  gawk: { files: 'pattern' },
  bun: { codeOption: /^(-e|-p|--eval|--print|-r|--preload)/ },
  deno: { codeOption: /^eval$/ },
  expect: { codeOption: /^-c/, obscure: 'code' },
  lua: { codeOption: /^-[iv]*[el]/ },
  node: { codeOption: NODE, reads: 'version' },
  nodejs: { codeOption: NODE },
  osascript: { codeOption: /^-e/ },
  perl: { codeOption: /^-[acfilnpsStTuUvwWX0-9]*[eEMmI]/ },
  php: { codeOption: /^(-[rBREd]|--run)/ },
  python: { codeOption: /^-[bBdEiIOqsSuvx]*[cm]/, reads: 'version' },
  Rscript: { codeOption: /^-e/ },
  ruby: { codeOption: /^-[acdlnpsSvwWxy]*[erI]/, reads: 'version' },
  tclsh: { codeOption: /^-c/ },
  ...same('cargo clang docker gcc go java npm pip pip3 pnpm python3 rustc tsc yarn', { reads: 'version' }),

  // Builtins.
  ...same(
    'alias bind compgen complete compopt enable fc getopts hash history jobs let mapfile read readarray set shopt trap unset wait',
    { evaluates: true },
  ),
  ...same('source .', { evaluates: true, files: 'read' }),
  ...same('declare export local readonly typeset', { declares: true }),
};

const UNKNOWN_PROGRAM: Program = {};

/** What is known of a program by its name, which has no folder. */
export function programNamed(name: string): Program {
  return (Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined) ?? UNKNOWN_PROGRAM;
}

/** The name by which the table knows a program that is called by its path, its version or its maker: `python3.11`, `gawk`. */
export function commonName(program: string): string {
  const name = program.slice(program.lastIndexOf('/') + 1);
  return name.replace(/^(python|perl|ruby|php|lua|node|bash|zsh)[\d.]+$/, '$1').replace(/^(g|m|n)(awk|sed)$/, '$2');
}
