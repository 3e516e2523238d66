type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that the environment names for an address, if any. This machine itself is never reached through one. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  if (isLoopback(url.hostname) || isExcepted(url, variable(env, 'no_proxy'))) return undefined;
  const named = variable(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? variable(env, 'all_proxy');
  if (named === undefined) return undefined;
  return URL.canParse(named) && /^https?:/.test(named) ? new URL(named) : new URL(`http://${named}`);
}

function variable(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** NO_PROXY: hosts, with all that end in them, and with a port if need be; `*` is everything. */
function isExcepted({ hostname, port, protocol }: URL, list = ''): boolean {
  const actual = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, host = '', wantedPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    const fits = hostname === host || hostname.endsWith(`.${host}`);
    return fits && (wantedPort === undefined || wantedPort === actual);
  });
}
