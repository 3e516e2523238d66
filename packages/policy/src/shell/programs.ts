import { ALL_DATA, DATA } from './data.ts';
import type { ShellWord } from './line.ts';
import type { Interpreter, Program, Runner } from './program.ts';
import { isReadOnlyGit } from './read-only-git.ts';
import { isReadOnlySed } from './read-only-sed.ts';

const words = (text: string) => text.split(' ');
const same = (names: string, program: Program) => Object.fromEntries(words(names).map((name) => [name, program]));
const dataOf = (name: string): Pick<Program, 'data'> => {
  const row = DATA[name];
  return row ? { data: row } : {};
};
const alone = ({ length }: readonly ShellWord[]) => length === 1;

const SUDO: Runner = {
  flags: words('A b E e H i K k l n P S s V v background non-interactive preserve-env set-home login stdin shell'),
  valued: words('C D g h p R r T t U u user group host prompt chdir chroot role type close-from'),
  assigns: true,
  raises: true,
  unclear: words('e i s edit login shell'),
  inTemplates: words('A b E H n P S C D g h p R r T t U u'),
};

const NODE: Interpreter = {
  flags: words(
    'h v c check help version no-warnings trace-warnings trace-uncaught enable-source-maps test no-deprecation',
  ),
  valued: words(
    'r C require import loader experimental-loader conditions env-file input-type max-old-space-size stack-size',
  ),
  code: words('e p pe eval print'),
  fileFromCaller: true,
};
const PYTHON: Interpreter = {
  flags: words('b B d E h I O OO P q R s S t u v V x bb'),
  valued: words('W X check-hash-based-pycs'),
  code: [],
  last: words('c m'),
  fileFromCaller: true,
};
const PHP: Interpreter = {
  flags: words('h i l m n q s v w'),
  valued: words('c d z'),
  code: words('r B R E run process-begin process-code process-end'),
};
const AWK: Interpreter = { valued: words('F v'), code: words('e source'), codeFirst: true };
/** Options that ask many programs to follow links. */
const LINKS = /^(-[^-]*[LHDhx]|--(deref|follow|copy-links))/;
const FD_EXEC = /^(-[^-]*[xX]|--exec)/;

const PROGRAMS: Readonly<Record<string, Program>> = {
  // Programs that write and start nothing, whatever their arguments are.
  ...same(
    'arch basename dirname echo expr false free groups id nproc pwd seq sleep tr true tty type uname uptime whereis ' +
      'which whoami :',
    { reads: true, files: 'none', data: ALL_DATA },
  ),
  ...same('cat cd cmp column comm cut df head hexdump nl od paste readlink realpath rev stat tac tail', {
    reads: true,
    files: 'read',
    data: ALL_DATA,
  }),
  ...same('cksum md5sum sha1sum sha256sum sha512sum', {
    reads: true,
    files: 'read',
    indirect: /^(-[^-]*c|--c)/,
    data: ALL_DATA,
  }),
  diff: { reads: true, files: 'read', recurses: true, followsLinks: true, data: ALL_DATA },
  du: { reads: true, files: 'read', recurses: true, followsLinks: LINKS, indirect: /^--f/, data: ALL_DATA },
  ls: { reads: true, files: 'read', recurses: /^(-[^-]*R|--r)/, followsLinks: LINKS, data: ALL_DATA },
  strings: { reads: true, files: 'read', indirect: /^@/, data: ALL_DATA },
  wc: { reads: true, files: 'read', indirect: /^--f/, data: ALL_DATA },
  ...same('egrep fgrep grep', {
    reads: true,
    files: 'pattern',
    data: ALL_DATA,
    recurses: /^(-[^-]*[rRd]|--[rd])/,
    followsLinks: /^(-[^-]*R|--d)/,
    options: {
      flags: words(
        'E F G P i y v w x c l L n o q s h H b T Z a I r R U z extended-regexp fixed-strings basic-regexp perl-regexp ' +
          'ignore-case no-ignore-case invert-match word-regexp line-regexp count files-with-matches line-number ' +
          'files-without-match only-matching quiet silent no-messages no-filename with-filename byte-offset null text ' +
          'recursive color colour line-buffered null-data',
      ),
      valued: words('A B C m after-context before-context context max-count include exclude exclude-dir label'),
    },
  }),
  jq: {
    reads: true,
    files: 'pattern',
    data: ALL_DATA,
    indirect: /\b(import|include)\b/,
    options: {
      flags: words(
        'n r c s S e a j C M R null-input raw-output compact-output slurp sort-keys exit-status ascii-output ' +
          'join-output color-output monochrome-output raw-input tab stream seq',
      ),
      valued: ['indent'],
    },
  },

  // Programs that write or start something with some of their arguments.
  '[': { reads: /^-v$/, files: 'read' },
  date: { reads: /^(-[^-]*s|--set)/, files: 'read', data: ALL_DATA },
  fd: {
    ...dataOf('fd'),
    execOption: FD_EXEC,
    reads: FD_EXEC,
    files: 'pattern',
    recurses: true,
    followsLinks: LINKS,
    skipsHidden: /^(-[^-]*[HuI]|--(hidden|unrestricted|no-ignore))/,
  },
  fdfind: { execOption: FD_EXEC, ...dataOf('fd') },
  file: { reads: /^(-[^-]*C|--compile)/, files: 'read', indirect: /^(-[^-]*f|--f)/, data: ALL_DATA },
  // The command of -exec is judged by itself.
  find: {
    execOption: /^-(exec|execdir|ok|okdir)$/,
    reads: /^-(delete|fprint|fprint0|fprintf|fls)$/,
    files: 'find',
    recurses: true,
    followsLinks: /^-(exec|ok|follow|[LH]+$)/,
    indirect: /^-files0/,
    ...dataOf('find'),
  },
  git: { reads: isReadOnlyGit, ...dataOf('git') },
  hostname: { reads: alone, files: 'none' },
  ...same('printenv ps', { reads: () => true, files: 'none', data: ALL_DATA }),
  printf: { reads: /^-v/, files: 'none' },
  rg: {
    ...dataOf('rg'),
    reads: /^--(pre|hostname-bin)\b/,
    files: 'pattern',
    recurses: true,
    followsLinks: LINKS,
    skipsHidden: /^(-[^-]*[u.]|--(hidden|no-ignore|unrestricted))/,
    options: {
      flags: words(
        'i s S w x v c l n N H I o q a u F P U z p . hidden no-ignore files-with-matches count ignore-case smart-case ' +
          'line-number no-line-number heading no-heading no-messages pretty json vimgrep stats trim word-regexp ' +
          'fixed-strings multiline pcre2 only-matching case-sensitive with-filename no-filename null column',
      ),
      valued: words(
        'A B C m g t T j d E M r glob iglob type type-not after-context before-context context max-count max-depth ' +
          'color sort max-columns replace threads encoding',
      ),
    },
  },
  sed: {
    interpreter: {
      flags: words('n E r s u z posix debug quiet silent regexp-extended separate null-data sandbox'),
      attached: words('i in-place'),
      valued: words('l line-length'),
      code: words('e expression'),
      codeFirst: true,
      permutes: true,
    },
    reads: isReadOnlySed,
    files: 'pattern',
    options: {
      flags: words('n E r s u z i quiet silent regexp-extended separate null-data unbuffered in-place'),
      valued: ['l'],
    },
  },
  sort: { reads: /^(-[^-]*[oT]|--o|--compress|--temporary)/, files: 'read', indirect: /^--f/, ...dataOf('sort') },
  test: { reads: /^-v$/, files: 'read' },
  tree: {
    reads: /^(-[^-]*[oR]|--output)/,
    files: 'read',
    recurses: true,
    followsLinks: /^-[^-]*l/,
    skipsHidden: /^-[^-]*a/,
    indirect: /^--fromfile/,
    data: ALL_DATA,
  },
  uniq: {
    reads: (all) => all.slice(1).filter(({ text }) => !text.startsWith('-')).length < 2,
    files: 'read',
    data: ALL_DATA,
  },

  // Programs that use files.
  ...same('base64 pushd xxd zcat', { files: 'read', data: ALL_DATA }),
  ...same('less more', { files: 'read' }),
  bat: { files: 'read', ...dataOf('bat') },
  ...same('rm rmdir shred truncate unlink', { files: 'write', data: ALL_DATA }),
  ...same('mkdir tee touch', { files: 'write', changesOnlyFiles: true, data: ALL_DATA }),
  mv: { files: 'move', recurses: true, changesOnlyFiles: true, data: ALL_DATA },
  install: { files: 'copy', recurses: true, followsLinks: LINKS },
  ln: { files: 'copy', recurses: true, followsLinks: LINKS, data: ALL_DATA },
  rsync: { files: 'copy', recurses: true, followsLinks: LINKS, ...dataOf('rsync') },
  scp: { files: 'copy', recurses: true, followsLinks: LINKS, ...dataOf('scp') },
  tar: { files: 'read', recurses: true, followsLinks: LINKS, indirect: /^(-[^-]*T|--f)/, ...dataOf('tar') },
  ...same('chgrp chmod chown', { files: 'mode', data: ALL_DATA }),
  curl: { files: 'download', ...dataOf('curl') },
  wget: { files: 'download', ...dataOf('wget') },
  cp: {
    files: 'copy',
    recurses: /^(-[^-]*[rRa]|--(r|a))/,
    followsLinks: LINKS,
    changesOnlyFiles: true,
    data: ALL_DATA,
  },
  dd: { files: 'dd', data: ALL_DATA },

  // Programs that run nothing, whatever their arguments are.
  ...same(
    'b2sum base32 basenc bc bunzip2 bzcat bzip2 cal csplit dig expand factor ffprobe fmt fold getent gunzip gzip host iconv ' +
      'join locale locate logger lz4 mktemp nslookup numfmt pgrep ping pr ptx sha224sum sha384sum shasum shuf sum ' +
      'tsort unexpand unxz unzip unzstd whois xz xzcat yes zstd zstdcat ffmpeg',
    { data: ALL_DATA },
  ),
  ...Object.fromEntries(
    words('bsdtar split zip pandoc helve podman kubectl gh systemctl journalctl aws').map((name) => [
      name,
      dataOf(name),
    ]),
  ),

  // Programs whose arguments are another command.
  // Where bash takes `!` for a program (`true | time ! rm x`), zsh does not.
  ...same('! - builtin nocorrect noglob nohup', { runs: { inTemplates: [] } }),
  ...same('busybox toybox', { runs: {} }),
  caffeinate: { runs: { flags: words('d i m s u'), valued: words('t w') } },
  chroot: {
    runs: { flags: ['skip-chdir'], valued: words('groups userspec'), skip: 1, raises: true },
  },
  command: { runs: { flags: ['p'], inTemplates: ['p'] }, reads: ([, option]) => /^-[vV]$/.test(option?.text ?? '') },
  doas: { runs: SUDO },
  env: {
    runs: {
      flags: words('i 0 v ignore-environment null debug'),
      valued: words('u C unset chdir'),
      assigns: true,
      script: 'S',
      unclear: words('C chdir'),
      inTemplates: words('i 0 v u C ignore-environment unset chdir'),
    },
    reads: alone,
  },
  eval: { runs: { script: true }, evaluates: true },
  exec: { runs: { flags: words('c l'), valued: ['a'], inTemplates: words('c l a') } },
  flock: {
    runs: {
      flags: words('e x s n u o shared exclusive nonblock nb unlock close'),
      valued: words('w E wait timeout'),
      skip: 1,
      script: 'c',
    },
  },
  ionice: {
    runs: {
      flags: words('t ignore'),
      valued: words('c n class classdata'),
      inTemplates: words('t c n class classdata'),
    },
  },
  ltrace: { runs: { flags: words('c f i r S t T'), valued: words('a e n o p s u x l') } },
  nice: { runs: { valued: words('n adjustment'), inTemplates: words('n adjustment') } },
  pkexec: { runs: { flags: ['disable-internal-agent'], valued: ['user'], raises: true } },
  repeat: { runs: { skip: 1 } },
  runuser: {
    runs: { flags: words('l m p login'), valued: words('u g G s user group shell'), raises: true, script: 'c' },
  },
  setsid: { runs: { flags: words('c f w ctty fork wait'), inTemplates: words('c f w ctty fork wait') } },
  stdbuf: { runs: { valued: words('i o e input output error'), inTemplates: words('i o e input output error') } },
  strace: {
    runs: { flags: words('c C d f F i q r t T v x y k'), valued: words('a b e E I o O p P s S u X') },
  },
  su: {
    runs: { flags: words('- l m p login'), valued: words('g G s group shell'), skip: 1, raises: true, script: 'c' },
  },
  sudo: { runs: SUDO },
  taskset: { runs: { flags: words('a c all-tasks cpu-list'), skip: 1 } },
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
  unbuffer: { runs: { flags: ['p'] } },
  watch: {
    runs: {
      flags: words('b c C d e g p t w beep color errexit chgexit precise no-title no-wrap differences'),
      valued: words('n q interval equexit'),
      script: true,
    },
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
  ...same('clang gcc go java pnpm rustc tsc yarn', { reads: 'version' }),
  awk: { interpreter: AWK, files: 'pattern' },
  gawk: { interpreter: AWK, files: 'pattern' },
  bun: { interpreter: { code: words('e p eval print r preload') } },
  deno: { interpreter: { code: ['eval'] } },
  expect: { interpreter: { code: ['c'] } },
  lua: { interpreter: { flags: words('v E W'), valued: ['l'], code: ['e'] } },
  node: { interpreter: NODE, reads: 'version' },
  nodejs: { interpreter: NODE },
  osascript: { interpreter: { code: ['e'] } },
  perl: {
    interpreter: {
      // -l and -0 take digits only, and other options may follow them in the same word.
      flags: words('a c f n p s S t T u U v w W X l 0 1 2 3 4 5 6 7'),
      attached: words('C D F I M V d i m x'),
      code: words('e E'),
      opens: words('n p i'),
    },
  },
  php: { interpreter: PHP },
  python: { interpreter: PYTHON, reads: 'version' },
  python3: { interpreter: PYTHON, reads: 'version' },
  Rscript: { interpreter: { flags: words('vanilla no-save no-restore verbose'), code: ['e'] } },
  ruby: {
    interpreter: {
      flags: words('a c d h l n p s S v w y'),
      attached: words('0 C E F I K T W i r x'),
      code: ['e'],
      opens: words('n p i'),
    },
    reads: 'version',
  },
  tclsh: { interpreter: { code: [] } },
  ...Object.fromEntries(
    words('cargo docker npm pip').map((name) => [name, { reads: 'version', ...dataOf(name) } satisfies Program]),
  ),
  pip3: { reads: 'version', ...dataOf('pip') },

  // Builtins. Those that evaluate their arguments or set variables are judged by their own rules where a template uses them.
  ...same(
    'alias bind compgen complete compopt enable fc getopts hash history jobs let mapfile read readarray set shopt trap unset wait',
    { evaluates: true },
  ),
  ...same('source .', { evaluates: true, files: 'read' }),
  ...same('declare export local readonly typeset', { declares: true }),
  ...same('popd umask times', { data: ALL_DATA }),
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
