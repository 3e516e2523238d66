import { createHash } from 'node:crypto';

/**
 * A filter of system calls, as the kernel takes it. Mounts, namespaces and missing rights confine a program; the filter keeps
 * it away from parts of the kernel that it does not need and that attacks on the kernel start from.
 */
export function seccompFilter(arch: string): Buffer | undefined {
  const calls = SYSTEMS[arch];
  if (calls === undefined) return undefined;
  const { audit, numbers } = calls;
  const cases = new Map<number | undefined, readonly Buffer[]>([
    ...REFUSED.map((name) => [numbers[name], [EPERM]] as const),
    ...ABSENT.map((name) => [numbers[name], [ENOSYS]] as const),
    [numbers.clone, [load(argument(0)), jump(ANY_BIT, NEW_NAMESPACES, 0, 1), EPERM, ALLOW]],
    [numbers.unshare, [load(argument(0)), jump(ANY_BIT, NEW_NAMESPACES | NEW_TIME, 0, 1), EPERM, ALLOW]],
    [numbers.ioctl, [load(argument(1)), ...TERMINAL_INPUT.flatMap((code) => ifNumber(code, [EPERM])), ALLOW]],
    [
      numbers.socket,
      [
        load(argument(0)),
        ...FAMILIES.flatMap((family) => ifNumber(family, [ALLOW])),
        jump(EQUAL, AF_NETLINK, 1, 0),
        EAFNOSUPPORT,
        load(argument(2)),
        ...NETLINK.flatMap((protocol) => ifNumber(protocol, [ALLOW])),
        EAFNOSUPPORT,
      ],
    ],
  ]);
  const known = [...cases].flatMap(([number, then]) => (number === undefined ? [] : [[number, then] as const]));
  return Buffer.concat([
    load(ARCH),
    jump(EQUAL, audit, 1, 0),
    ENOSYS,
    load(NUMBER),
    // Numbers from 0x40000000 on are calls of the x32 interface. Calls that are newer than this list are not known to be harmless.
    jump(GREATER, NEWEST, 0, 1),
    ENOSYS,
    ...tree(known.sort(([a], [b]) => a - b)),
  ]);
}

type Case = readonly [number: number, then: readonly Buffer[]];

/** A search by halves: the kernel runs a new filter for every number once, so its length shows in the time to start. */
function tree(cases: readonly Case[]): readonly Buffer[] {
  if (cases.length <= 4) return [...cases.flatMap(([number, then]) => ifNumber(number, then)), ALLOW];
  const middle = Math.floor(cases.length / 2);
  const [lower, upper] = [cases.slice(0, middle), cases.slice(middle)];
  const below = tree(lower);
  return [jump(GREATER, lower.at(-1)?.[0] ?? 0, below.length, 0), ...below, ...tree(upper)];
}

/** The name of a file with this filter. */
export function filterName(filter: Buffer): string {
  return `filter-${createHash('sha256').update(filter).digest('hex').slice(0, 16)}`;
}

/** Calls that a program without rights in the system has no use for. */
const REFUSED = [
  'keyctl',
  'add_key',
  'request_key',
  'bpf',
  'perf_event_open',
  'userfaultfd',
  'kexec_load',
  'kexec_file_load',
  'init_module',
  'finit_module',
  'delete_module',
  'mount',
  'umount2',
  'pivot_root',
  'chroot',
  'move_mount',
  'open_tree',
  'open_tree_attr',
  'fsopen',
  'fsconfig',
  'fsmount',
  'fspick',
  'mount_setattr',
  'setns',
  'open_by_handle_at',
  'fanotify_init',
  'reboot',
  'swapon',
  'swapoff',
  'acct',
  'syslog',
  'quotactl',
  'quotactl_fd',
  'lookup_dcookie',
  'vhangup',
  'iopl',
  'ioperm',
  'modify_ldt',
  'sethostname',
  'setdomainname',
  'settimeofday',
  'clock_settime',
  'move_pages',
  'migrate_pages',
] as const;

/** Calls for which programs have another way: they take it if the kernel does not know these. The flags of clone3 cannot be read. */
const ABSENT = ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const;

const NEW_NAMESPACES = 0x7e020000;
const NEW_TIME = 0x80;

/** TIOCSTI and TIOCLINUX put characters into the input of a terminal. */
const TERMINAL_INPUT = [0x5412, 0x541c];

/** AF_UNIX, AF_INET and AF_INET6. */
const FAMILIES = [1, 2, 10];
const AF_NETLINK = 16;
/** NETLINK_ROUTE, which lists network interfaces, and NETLINK_SOCK_DIAG, which lists connections. */
const NETLINK = [0, 4];

/** The newest system call that this list takes into account: file_setattr, of Linux 6.17. */
const NEWEST = 469;

type Name = (typeof REFUSED)[number] | (typeof ABSENT)[number] | 'clone' | 'unshare' | 'ioctl' | 'socket';

/** Calls that have the same number everywhere. */
const COMMON: Partial<Record<Name, number>> = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  clone3: 435,
  mount_setattr: 442,
  quotactl_fd: 443,
  open_tree_attr: 467,
};

interface SystemCalls {
  /** The architecture, as the kernel's audit names it. */
  readonly audit: number;
  readonly numbers: Partial<Record<Name, number>>;
}

const SYSTEMS: Readonly<Record<string, SystemCalls>> = {
  x64: {
    audit: 0xc000003e,
    numbers: {
      ...COMMON,
      ioctl: 16,
      socket: 41,
      clone: 56,
      syslog: 103,
      vhangup: 153,
      modify_ldt: 154,
      pivot_root: 155,
      chroot: 161,
      acct: 163,
      settimeofday: 164,
      mount: 165,
      umount2: 166,
      swapon: 167,
      swapoff: 168,
      reboot: 169,
      sethostname: 170,
      setdomainname: 171,
      iopl: 172,
      ioperm: 173,
      init_module: 175,
      delete_module: 176,
      quotactl: 179,
      lookup_dcookie: 212,
      clock_settime: 227,
      kexec_load: 246,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      migrate_pages: 256,
      unshare: 272,
      move_pages: 279,
      perf_event_open: 298,
      fanotify_init: 300,
      open_by_handle_at: 304,
      setns: 308,
      finit_module: 313,
      kexec_file_load: 320,
      bpf: 321,
      userfaultfd: 323,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    numbers: {
      ...COMMON,
      lookup_dcookie: 18,
      ioctl: 29,
      umount2: 39,
      mount: 40,
      pivot_root: 41,
      chroot: 51,
      vhangup: 58,
      quotactl: 60,
      acct: 89,
      unshare: 97,
      kexec_load: 104,
      init_module: 105,
      delete_module: 106,
      clock_settime: 112,
      syslog: 116,
      reboot: 142,
      sethostname: 161,
      setdomainname: 162,
      settimeofday: 170,
      socket: 198,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      clone: 220,
      swapon: 224,
      swapoff: 225,
      migrate_pages: 238,
      move_pages: 239,
      perf_event_open: 241,
      fanotify_init: 262,
      open_by_handle_at: 265,
      setns: 268,
      finit_module: 273,
      bpf: 280,
      userfaultfd: 282,
      kexec_file_load: 294,
    },
  },
};

/** Where a call's data is: its number, the architecture, and the lower half of each argument, all that the kernel reads of these. */
const NUMBER = 0;
const ARCH = 4;
const argument = (index: number): number => 16 + index * 8;

const [EQUAL, GREATER, ANY_BIT] = [0x15, 0x25, 0x45];

/** One instruction of the filter, in the order of bytes of both architectures. */
function instruction(code: number, ifTrue: number, ifFalse: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}

function load(offset: number): Buffer {
  return instruction(0x20, 0, 0, offset);
}

/** Compares the value that was loaded, and skips so many instructions. */
function jump(comparison: number, value: number, ifTrue: number, ifFalse: number): Buffer {
  return instruction(comparison, ifTrue, ifFalse, value);
}

/** Does this if the loaded value is that number. */
function ifNumber(value: number, then: readonly Buffer[]): readonly Buffer[] {
  return [jump(EQUAL, value, 0, then.length), ...then];
}

function answer(value: number): Buffer {
  return instruction(0x06, 0, 0, value);
}

const fail = (errno: number): Buffer => answer(0x00050000 | errno);
const ALLOW = answer(0x7fff0000);
const EPERM = fail(1);
const ENOSYS = fail(38);
const EAFNOSUPPORT = fail(97);
