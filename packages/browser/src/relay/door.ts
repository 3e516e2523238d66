import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  AUTH_PREFIX,
  EXTENSION_ID,
  type FindReply,
  type PairError,
  type PairErrorCode,
  type PairGrant,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
} from '../protocol.ts';
import type { PairedBrowser, PairedBrowsers } from './paired-browsers.ts';
import type { Pairing } from './pairing.ts';

const ORIGIN = `chrome-extension://${EXTENSION_ID}`;
const MAX_CLAIM_BYTES = 4_096;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** With which a connection is closed whose token is not, or no longer, good; the reason says which service says so. */
export const UNAUTHORIZED = 4401;

const CLAIM = v.object({
  code: v.string(),
  instance: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)),
  browser: v.pipe(v.string(), v.maxLength(200)),
});

const FIND = v.object({ nonce: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)) });

export interface DoorEvents {
  readonly onPaired: (browser: PairedBrowser) => void;
  readonly onConnected: (socket: WebSocket, browser: PairedBrowser) => void;
}

/**
 * Lets extensions in: `POST /pair/claim` gives one its token, and with that it may connect to `/ws`. By `POST /pair/find`
 * it is sure before that whom it shows the token to.
 */
export class Door {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: () => SUBPROTOCOL,
  });
  readonly #pairing: Pairing;
  readonly #paired: PairedBrowsers;
  readonly #events: DoorEvents;
  readonly #service: string;

  constructor(service: string, pairing: Pairing, paired: PairedBrowsers, events: DoorEvents) {
    this.#service = service;
    this.#pairing = pairing;
    this.#paired = paired;
    this.#events = events;
  }

  request(request: IncomingMessage, response: ServerResponse): void {
    if (!comesFromExtension(request)) return fail(response, 401, 'UNAUTHORIZED');
    const path = request.method === 'POST' ? pathOf(request) : '';
    const short = Number(request.headers['content-length'] ?? Number.NaN) <= MAX_CLAIM_BYTES;
    if (path === '/pair/claim' && short) void this.#claim(request, response);
    else if (path === '/pair/find' && short) void this.#prove(request, response);
    else fail(response, path.startsWith('/pair/') ? 400 : 404, 'BAD_REQUEST');
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    if (!comesFromExtension(request) || pathOf(request) !== '/ws' || !protocols.includes(SUBPROTOCOL)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const token = protocols.find((name) => name.startsWith(AUTH_PREFIX))?.slice(AUTH_PREFIX.length) ?? '';
    const browser = this.#find(token);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      if (browser) {
        this.#pairing.connected(browser.instance);
        return this.#events.onConnected(webSocket, browser);
      }
      // A refused handshake looks to the extension like no service at all; this tells it to pair again.
      webSocket.on('error', () => {});
      webSocket.close(UNAUTHORIZED, this.#service);
    });
  }

  close(): void {
    for (const client of this.#server.clients) {
      if (client.readyState === client.OPEN) client.close(1012);
      setTimeout(() => client.terminate(), 200).unref();
    }
  }

  #find(token: string): PairedBrowser | undefined {
    try {
      return this.#paired.find(token);
    } catch {
      // The file cannot be trusted: whoever uses it is told so, and nobody is let in.
      return undefined;
    }
  }

  async #prove(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { nonce } = v.parse(FIND, await readJson(request));
      const reply: FindReply = { service: this.#service, proofs: this.#proofs(request.socket.localPort ?? 0, nonce) };
      send(response, 200, reply);
    } catch {
      fail(response, 400, 'BAD_REQUEST');
    }
  }

  #proofs(port: number, nonce: string): readonly string[] {
    try {
      return this.#paired.proofs(port, nonce);
    } catch {
      // As in #find.
      return [];
    }
  }

  async #claim(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const claim = v.safeParse(CLAIM, await readJson(request));
      if (!claim.success) return fail(response, 400, 'BAD_REQUEST');
      const { code, instance, browser: kind } = claim.output;
      const now = Date.now();
      const claimed = this.#pairing.claim(code, instance, now);
      if (typeof claimed === 'string') return fail(response, claimed === 'PAIRING_RATE_LIMITED' ? 429 : 401, claimed);
      const { token, browser } = this.#paired.add({ instance, kind, name: claimed.name }, now);
      this.#events.onPaired(browser);
      const grant: PairGrant = {
        extensionToken: token,
        wsUrl: `ws://127.0.0.1:${request.socket.localPort}/ws`,
        protocolVersion: PROTOCOL_VERSION,
        name: browser.name,
        issuedAt: now,
        service: this.#service,
      };
      send(response, 200, grant);
    } catch {
      fail(response, 400, 'BAD_REQUEST');
    }
  }
}

/** A web page can reach our port, but cannot leave out what its browser adds, nor say that it is our extension. */
function comesFromExtension({ headers, socket }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return (
    [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`].includes(headers.host ?? '') &&
    headers.origin === ORIGIN &&
    (site === undefined || site === 'none' || site === 'same-origin')
  );
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?')[0] ?? '';
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function fail(response: ServerResponse, status: number, code: PairErrorCode): void {
  const body: PairError = { ok: false, error: { code } };
  response.setHeader('Connection', 'close');
  send(response, status, body);
}

function send(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.on('error', () => {});
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes);
}
