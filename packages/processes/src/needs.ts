import { lstatSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Confinement, type Need, realPath } from '@helve/command';
import { contains, isProject } from '@helve/policy';

/** How much of the end of the output is looked at: that is where programs say why they failed. */
const LOOKED_AT = 16_384;

/** Where a program ran that printed something. */
export interface RanIn {
  readonly confinement: Confinement;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Hosts that the proxy of the sandbox did not let it reach. */
  readonly refused?: readonly string[];
}

/**
 * What a program that failed lacked in the sandbox, by what it printed; nothing where its failure has other reasons. It
 * decides only what the user is offered: the sandbox holds whatever is printed.
 */
export function needsIn(printed: string, ran: RanIn): readonly Need[] {
  const end = printed.slice(-LOOKED_AT);
  const needs = [...networkNeeds(end, ran), ...writeNeeds(end, ran), ...otherNeeds(end)];
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}

/** A pattern's first group is the host. */
const HOSTS: readonly RegExp[] = [
  /Could not resolve (?:host|hostname|proxy):? "?([\w.-]+)/i,
  /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)/,
  /Failed to resolve '([\w.-]+)'/,
  /unable to resolve host address .([\w.-]+)/,
  /lookup ([\w.-]+)(?: on [\d.:[\]]+)?: (?:no such host|.*(?:network is unreachable|connection refused|server misbehaving|Temporary failure))/,
  /connect to host ([\w.-]+) port \d+: Network is unreachable/,
  /Temporary failure resolving '([\w.-]+)'/,
  /Failed to connect to ([\w.-]+) port \d+/,
  /error connecting to ([\w-]+(?:\.[\w-]+)+)/,
];

/** Says that the network is missing, and not which host. */
const NO_NETWORK =
  /Temporary failure in name resolution|Name or service not known|nodename nor servname|ENETUNREACH|Network is unreachable|Could not resolve|CONNECT tunnel failed, response 403|HTTP code 403 from proxy/i;

const LOOPBACK = /^(localhost|127\.[\d.]+|0\.0\.0\.0|::1)$/;

function networkNeeds(printed: string, { confinement, refused = [] }: RanIn): readonly Need[] {
  if (confinement.network === 'open') return [];
  if (refused.length > 0) return [...new Set(refused)].map((host) => ({ kind: 'network', host }));
  const found = HOSTS.flatMap((pattern) => pattern.exec(printed)?.[1] ?? []);
  const hosts = found.map((host) => host.toLowerCase().replace(/\.$/, '')).filter((host) => !LOOPBACK.test(host));
  if (hosts.length > 0) return hosts.map((host) => ({ kind: 'network', host }));
  return NO_NETWORK.test(printed) ? [{ kind: 'network' }] : [];
}

/** What the system reports of a path that is read-only, is mounted, or is held by a placeholder. The first group is the path. */
const PATHS: readonly RegExp[] = [
  // touch: cannot touch '../x': Read-only file system
  /['"‘`]([^'"’`\n]+)['"’`](?: for writing)?: (?:Read-only file system|Is a directory|Device or resource busy)/gi,
  // mv: cannot move '.git/hooks' to 'x': Device or resource busy
  /'([^'\n]+)' to '[^'\n]+': (?:Read-only file system|Device or resource busy)/g,
  // OSError: [Errno 30] Read-only file system: '../x'; EROFS: read-only file system, open '../x'; zsh
  /(?:Read-only file system|Is a directory|illegal operation on a directory|resource busy or locked)(?:, \w+)?: ?'?([^'\n]+?)'?(?: ->.*)?$/gim,
  /(?:EROFS|EISDIR|EBUSY): [^,\n]+, \w+ '(?:[^'\n]+' -> ')?([^'\n]+)'/g,
  // tee: ../y: Read-only file system; error: could not lock config file ~/.gitconfig: Read-only file system
  /([^\s'"’‘:]+): (?:Read-only file system|Is a directory|Device or resource busy)/gi,
];

function writeNeeds(printed: string, { confinement, cwd }: RanIn): readonly Need[] {
  const named = PATHS.flatMap((pattern) => [...printed.matchAll(pattern)].map(([, path = '']) => path));
  return [...new Set(named.map((path) => resolve(cwd, path)))].flatMap((path) => writeNeed(path, confinement));
}

/** The writing of a path that the sandbox keeps from being written: one that it does not failed for another reason. */
function writeNeed(path: string, { guarded, writable }: Confinement): readonly Need[] {
  // Git writes a file under another name first.
  const real = realPath(path.replace(/\.lock$/, ''));
  const guard = guarded.find((each) => contains(realPath(each), real));
  if (guard !== undefined) return [{ kind: 'write', path: guard, guarded: true }];
  if (writable.some((folder) => contains(realPath(folder), real))) return [];
  if (exists(real))
    return isOwn(real) ? [{ kind: 'write', path: real }] : [{ kind: 'outside', what: `to write ${real}` }];
  // A file that does not exist yet is made in its folder.
  let folder = dirname(real);
  while (!exists(folder)) folder = dirname(folder);
  return isOwn(folder) ? [{ kind: 'write', path: folder }] : [{ kind: 'outside', what: `to write ${real}` }];
}

/** Whether a path can be opened by itself: not a folder of the system, and none that holds everything of a user. */
function isOwn(path: string): boolean {
  return isProject(path, undefined) && path !== '/root' && !HOMES.includes(dirname(path));
}

const HOMES = ['/home', '/Users'];

function otherNeeds(printed: string): readonly Need[] {
  return OTHERS.flatMap(([sign, toNeed]) => {
    const found = sign.exec(printed);
    return found ? [toNeed(found[1] ?? '')] : [];
  });
}

const OTHERS: readonly (readonly [RegExp, (found: string) => Need])[] = [
  [/[Dd]ocker (?:daemon|API|socket) at unix:\/\/(\/[^\s;]+?)[.;]?(?:\s|$)/, socket],
  [/connection to server on socket "(\/[^"]+)" failed: No such file/, socket],
  [
    /(?:gpg failed to sign|gpg: (?:signing failed|Fatal)|can't connect to the (?:gpg-)?agent|connection to your authentication agent|No agent running)/i,
    outside('a signing or key agent'),
  ],
  [
    /(?:cannot open display|Can't open display|Cannot autolaunch D-Bus|no method available for opening|couldn't find a suitable web browser)/i,
    outside('the desktop'),
  ],
  [/(?:read only lock file|Could not open lock file) \/var\/lib\//, outside("the system's packages")],
];

function socket(path: string): Need {
  return { kind: 'socket', path };
}

function outside(what: string): () => Need {
  return () => ({ kind: 'outside', what });
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
