import { randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, CommandError, inWords, type Keepable, worded } from '@helve/command';
import { writeCredentials } from './credentials.ts';
import type { Provider } from './provider.ts';

/** How long a user may take to log in. */
const WAIT_MS = 10 * 60_000;
const KNOCK_MS = 30_000;

/** The logins that are under way. The user comes back to a port of this machine, also after the call that began it. */
export class Logins {
  readonly #home: string;
  /** By the address of the server: where the user comes back to. */
  readonly #waiting = new Map<string, HttpServer>();

  constructor(home: string) {
    this.#home = home;
  }

  get inUse(): boolean {
    return this.#waiting.size > 0;
  }

  /** Begins to log in. Gives where the user must go; undefined where no login is wanted. */
  async begin(serverUrl: string): Promise<string | undefined> {
    this.#end(serverUrl);
    const { auth, extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
    const { Provider } = await import('./provider.ts');
    const answer = await knock(serverUrl);
    if (answer.status !== 401) return undefined;
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
    const options = {
      serverUrl,
      ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
      ...(scope === undefined ? {} : { scope }),
    };
    const state = randomBytes(16).toString('hex');
    let goTo: URL | undefined;
    let provider: Provider | undefined;
    const listener = await listen(state, async (code, iss) => {
      if (provider) await auth(provider, { ...options, authorizationCode: code, ...(iss === null ? {} : { iss }) });
      this.#end(serverUrl);
    });
    try {
      provider = new Provider({
        credentials: {},
        save: (credentials) => writeCredentials(this.#home, serverUrl, credentials),
        redirectUrl: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`,
        state,
        redirect: (url) => {
          goTo = url;
        },
      });
      await auth(provider, options);
    } catch (thrown) {
      listener.close();
      throw new CommandError(
        'AUTH_REQUIRED',
        `The server offers no login that helve supports: ${(thrown as Error).message}`,
        {
          hint: 'Add a header with a token to its configuration instead.',
          cause: thrown,
        },
      );
    }
    this.#waiting.set(serverUrl, listener);
    setTimeout(() => {
      if (this.#waiting.get(serverUrl) === listener) this.#end(serverUrl);
    }, WAIT_MS).unref();
    return goTo?.href;
  }

  async close(): Promise<void> {
    for (const url of this.#waiting.keys()) this.#end(url);
  }

  #end(serverUrl: string): void {
    const listener = this.#waiting.get(serverUrl);
    this.#waiting.delete(serverUrl);
    listener?.close();
  }
}

/** The logins that the service keeps. */
export const mcpLogins: Keepable<Logins> = {
  name: 'mcp logins',
  create: (home) => new Logins(home),
  dispose: (logins) => logins.close(),
  inUse: (logins) => logins.inUse,
};

/** What the server says to one that it does not know. */
async function knock(serverUrl: string): Promise<Response> {
  try {
    const answer = await fetch(serverUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(KNOCK_MS),
    });
    await answer.body?.cancel();
    return answer;
  } catch (thrown) {
    throw new CommandError('UNAVAILABLE', `The MCP server at ${serverUrl} cannot be reached`, {
      hint: worded`Check its address: ${call('mcp servers')}`,
      cause: thrown,
    });
  }
}

/** Waits on a port of this machine for the user's browser to bring the code. */
async function listen(state: string, take: (code: string, iss: string | null) => Promise<void>): Promise<HttpServer> {
  const listener = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const say = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text);
    const code = searchParams.get('code');
    if (pathname !== '/callback' || searchParams.get('state') !== state) return void say(404, 'Nothing is here.');
    if (code === null) return void say(400, 'The login was denied.');
    take(code, searchParams.get('iss')).then(
      () => say(200, 'helve is logged in. You can close this page.'),
      () => say(502, inWords(worded`The login failed. Start again: ${call('mcp login')}`)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return listener;
}
