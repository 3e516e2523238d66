/** Programs whose arguments are another command, and what stands before it. */
export interface Runner {
  /** Options that take no value, as letters and long names. */
  readonly flags?: readonly string[];
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[];
  /** Words before the command that belong to the program: a duration, a folder. */
  readonly skip?: number;
  /** Variables may stand before the command. */
  readonly assigns?: boolean;
  /** The command has more rights than the caller, so a rule must name the program to allow it. */
  readonly raises?: boolean;
  /** With this option, or always, the words are the text of a script. */
  readonly script?: string | true;
}

const words = (text: string) => text.split(' ');

const SUDO: Runner = {
  flags: words('A b E e H i K k l n P S s V v background non-interactive preserve-env set-home login stdin shell'),
  valued: words('C D g h p R r T t U u user group host prompt chdir chroot role type close-from'),
  assigns: true,
  raises: true,
};

export const RUNNERS: Readonly<Record<string, Runner>> = {
  // Where bash takes it for a program (`true | time ! rm x`), zsh does not.
  '!': {},
  '-': {},
  builtin: {},
  busybox: {},
  caffeinate: { flags: words('d i m s u'), valued: words('t w') },
  chroot: { flags: ['skip-chdir'], valued: words('groups userspec'), skip: 1, raises: true },
  command: { flags: ['p'] },
  doas: SUDO,
  env: {
    flags: words('i 0 v ignore-environment null debug'),
    valued: words('u C unset chdir'),
    assigns: true,
    script: 'S',
  },
  eval: { script: true },
  exec: { flags: words('c l'), valued: ['a'] },
  flock: {
    flags: words('e x s n u o shared exclusive nonblock nb unlock close'),
    valued: words('w E wait timeout'),
    skip: 1,
    script: 'c',
  },
  ionice: { flags: words('t ignore'), valued: words('c n class classdata') },
  ltrace: { flags: words('c f i r S t T'), valued: words('a e n o p s u x l') },
  nice: { valued: words('n adjustment') },
  nocorrect: {},
  noglob: {},
  nohup: {},
  pkexec: { flags: ['disable-internal-agent'], valued: ['user'], raises: true },
  repeat: { skip: 1 },
  runuser: { flags: words('l m p login'), valued: words('u g G s user group shell'), raises: true, script: 'c' },
  setsid: { flags: words('c f w ctty fork wait') },
  stdbuf: { valued: words('i o e input output error') },
  strace: { flags: words('c C d f F i q r t T v x y k'), valued: words('a b e E I o O p P s S u X') },
  su: { flags: words('- l m p login'), valued: words('g G s group shell'), skip: 1, raises: true, script: 'c' },
  sudo: SUDO,
  taskset: { flags: words('a c all-tasks cpu-list'), skip: 1 },
  time: { flags: words('p v a portability verbose append'), valued: words('f o format output') },
  timeout: { flags: words('v foreground preserve-status verbose'), valued: words('k s kill-after signal'), skip: 1 },
  toybox: {},
  unbuffer: { flags: ['p'] },
  watch: {
    flags: words('b c C d e g p t w beep color errexit chgexit precise no-title no-wrap differences'),
    valued: words('n q interval equexit'),
    script: true,
  },
};

/** Shells whose language is the one that is parsed. */
export const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh', 'rbash']);

/** Programs that run what they are given in a way that is not followed here. */
export const OPAQUE: ReadonlySet<string> = new Set([
  'bwrap',
  'csh',
  'entr',
  'fish',
  'firejail',
  'nsenter',
  'nu',
  'parallel',
  'pwsh',
  'rush',
  'script',
  'systemd-run',
  'tcsh',
  'unshare',
  'xonsh',
]);
