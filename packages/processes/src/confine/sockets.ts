import { readTextIfAny, realPath } from '@helve/command';
import { boundSockets, isSocket } from './bound-sockets.ts';
import { unescape } from './mounts.ts';
import { literalPath, pathMatcher } from '@helve/policy';

/** The sockets of the outside, by whether programs may connect to them. */
export interface Sockets {
  readonly allowed: readonly string[];
  readonly hidden: readonly string[];
}

/** Sorts sockets by patterns of allowed ones. A path that is named may be that of a socket in another network. */
export function findSockets(patterns: readonly string[], known: readonly string[]): Sockets {
  if (patterns.length === 0) return { allowed: [], hidden: known };
  const matches = pathMatcher(patterns);
  const named = patterns.flatMap((pattern) => literalPath(pattern) ?? []).filter(isSocket);
  const real = [...known, ...named].map(realPath);
  return {
    allowed: [...new Set(real.filter((path) => matches(path) || named.some((each) => realPath(each) === path)))],
    hidden: known.filter((path) => !matches(path) && !named.some((each) => realPath(each) === realPath(path))),
  };
}

/** The socket that a variable leads to. */
export function socketOf(value: string): string | undefined {
  return /\/[^,;]+/.exec(value.replace(/^\w+:(\/\/|path=)/, ''))?.[0];
}

/** Variables that name sockets of the outside. */
const SOCKET_VARIABLES = ['SSH_AUTH_SOCK', 'DBUS_SESSION_BUS_ADDRESS', 'DOCKER_HOST', 'GPG_AGENT_INFO', 'TMUX'];

/**
 * The unix sockets that have a name now: those of this network, those that are mounted one by one, as a container has
 * that of its host's Docker, and those that variables name. A read-only mount does not keep a program from connecting.
 */
export function outsideSockets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const mounted = read('/proc/self/mountinfo').matchAll(/^\S+ \S+ \S+ \S+ (\/\S+)/gm);
  const points = [...mounted].map(([, path = '']) => unescape(path));
  const named = SOCKET_VARIABLES.flatMap((name) => socketOf(env[name] ?? '') ?? []);
  const all = new Set([...boundSockets(), ...points.filter((path) => path.includes('sock')), ...named]);
  // A path may lead through a link, and nothing can be mounted there.
  return [...new Set([...all].filter(isSocket).map(realPath))];
}

function read(file: string): string {
  return readTextIfAny(file) ?? '';
}
