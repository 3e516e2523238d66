import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, pid } from 'node:process';
import type { HostRules, HostProxy } from '@helve/network/proxy';
import type { Spawnable } from './confined.ts';

/** A way to allowed hosts for one program, through a proxy outside that checks them. */
export interface Relay {
  /** The proxy's socket, if it is to be mounted in the sandbox, at `RELAY_SOCKET`. */
  readonly socket: string | undefined;
  /** Variables for the program. Where there is a socket, the port is known only inside. */
  readonly variables: Readonly<Record<string, string>>;
  /** The program, after the relay inside was started. */
  readonly around: (run: Spawnable) => Spawnable;
  readonly reached: () => boolean;
  readonly refused: () => readonly string[];
  readonly close: () => void;
}

/** Where the socket is in the sandbox. */
export const RELAY_SOCKET = '/run/helve-proxy.sock';

/** Opens the way. A network of its own has only its loopback, so a relay there leads to the proxy's socket. */
export async function openRelay(rules: HostRules, folder: string, hasOwnNetwork: boolean): Promise<Relay> {
  const { openProxy } = await import('@helve/network/proxy');
  if (!hasOwnNetwork) {
    const proxy = await openProxy({ port: 0, host: '127.0.0.1' }, rules);
    return { ...common(proxy), socket: undefined, variables: proxyVariables(String(proxy.port)), around: (run) => run };
  }
  const socket = join(folder, `proxy-${pid}-${(count += 1)}`);
  rmSync(socket, { force: true });
  const proxy = await openProxy({ path: socket }, rules);
  return {
    ...common(proxy),
    socket,
    variables: {},
    around: ({ program, args }) => ({
      program: '/bin/sh',
      args: ['-c', START_SCRIPT, 'sandbox', execPath, RELAY_SCRIPT, RELAY_SOCKET, program, ...args],
    }),
    // The relay connects once before anything else.
    reached: proxy.used,
  };
}

let count = 0;

function common(proxy: HostProxy): Pick<Relay, 'reached' | 'refused' | 'close'> {
  return { reached: () => true, refused: proxy.refused, close: proxy.close };
}

/** The port on the loopback, once the relay listens there. It stays when the terminal is interrupted. */
const RELAY_SCRIPT = `
const { connect, createServer } = require('node:net');
const { closeSync, openSync, writeSync } = require('node:fs');
const path = process.argv[1];
for (const name of ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTSTP', 'SIGTERM']) process.on(name, () => {});
connect({ path }, function () {
  this.destroy();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ path, allowHalfOpen: true });
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1', () => {
    writeSync(1, String(server.address().port));
    closeSync(1);
    // A connection must not get the number of a standard stream.
    openSync('/dev/null', 'w');
  });
}).on('error', () => process.exit(1));
`;

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'npm_config_proxy', 'npm_config_https_proxy'];
const DIRECT = 'localhost,127.0.0.1,::1,.localhost';

function proxyVariables(port: string): Readonly<Record<string, string>> {
  const both = (names: readonly string[]) => names.flatMap((name) => [name, name.toLowerCase()]);
  return {
    ...Object.fromEntries(both(NAMES).map((name) => [name, `http://127.0.0.1:${port}`])),
    ...Object.fromEntries(both(['NO_PROXY', 'npm_config_noproxy']).map((name) => [name, DIRECT])),
    // Node.js takes the others into account only with this.
    NODE_USE_ENV_PROXY: '1',
  };
}

/** Starts the relay, which is ended with the sandbox, and then the program. */
const START_SCRIPT = `
port=$("$1" -e "$2" "$3" </dev/null 2>/dev/null &)
[ -n "$port" ] || { echo "sandbox: the relay to the proxy for allowed hosts failed to start" >&2; exit 125; }
shift 3
${Object.entries(proxyVariables('$port'))
  .map(([name, value]) => `export ${name}="${value}"`)
  .join('\n')}
exec "$@"`;
