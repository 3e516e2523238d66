import { readFileSync, statSync } from 'node:fs';

/** Variables that name sockets of the outside. */
const SOCKET_VARIABLES = ['SSH_AUTH_SOCK', 'DBUS_SESSION_BUS_ADDRESS', 'DOCKER_HOST', 'GPG_AGENT_INFO', 'TMUX'];

/**
 * The unix sockets that have a name now: those of this network, those that are mounted one by one, as a container has
 * that of its host's Docker, and those that variables name. A read-only mount does not keep a program from connecting.
 */
export function outsideSockets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const bound = read('/proc/net/unix').matchAll(/ (\/.+)$/gm);
  const mounted = read('/proc/self/mountinfo').matchAll(/^\S+ \S+ \S+ \S+ (\/\S+)/gm);
  const points = [...mounted].map(([, path = '']) =>
    path.replaceAll(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
  );
  const named = SOCKET_VARIABLES.flatMap(
    (name) => /\/[^,;]+/.exec(env[name]?.replace(/^\w+:(\/\/|path=)/, '') ?? '')?.[0] ?? [],
  );
  const all = new Set([
    ...[...bound].map(([, path = '']) => path),
    ...points.filter((path) => path.includes('sock')),
    ...named,
  ]);
  return [...all].filter(isSocket);
}

function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket();
  } catch {
    return false;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
