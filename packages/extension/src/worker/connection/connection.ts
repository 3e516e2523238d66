import {
  AUTH_PREFIX,
  type ActionResponse,
  type FromExtension,
  type Hello,
  LONGEST_ANSWER,
  PING_MS,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
  type ToExtension,
} from '@helve/browser/protocol';
import { type Credentials, forgetToken, keepPort, readCredentials } from './credentials.ts';
import { findService } from './find-service.ts';
import { browserKind, instanceId, memoryId, runId } from './identity.ts';
import { pairedByItself } from './pairing.ts';
import { isStopped } from '../people/stopped.ts';

const FIRST_RETRY_MS = 250;
/** To be refused on loopback costs nothing, and a service that has just started is waited for. */
const LONGEST_RETRY_MS = 3_000;
const UNAUTHORIZED = 4401;

export type ConnectionState = 'unpaired' | 'connecting' | 'connected';

/** The connection to the service: opened again whenever it is lost, as long as the browser is paired. */
class Connection {
  /** Until it is known whether there is a token. */
  state: ConnectionState = 'connecting';
  onMessage: (message: ToExtension) => void = () => {};
  onState: () => void = () => {};
  /** What must be known before the service is told anything. */
  onOpening: () => Promise<void> = () => Promise.resolve();
  #socket: WebSocket | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  #opening = false;

  /** Connects, unless it is connected or about to be. */
  async open(): Promise<void> {
    if (this.#opening || this.#socket) return;
    this.#opening = true;
    try {
      await pairedByItself();
      await this.onOpening();
      await this.#look();
    } finally {
      this.#opening = false;
    }
  }

  /** Looks for the service, and connects where it is. */
  async #look(): Promise<void> {
    const credentials = await readCredentials();
    if (!credentials) return this.#show('unpaired');
    this.#show('connecting');
    clearTimeout(this.#retry);
    const port = await findService(credentials);
    if (port === 'void') await forgetToken(credentials.token);
    // It may have been paired anew meanwhile, or is no more.
    if ((await readCredentials())?.token !== credentials.token) return this.#look();
    if (typeof port !== 'number') return this.#lookLater();
    this.#connect(port, credentials);
    await keepPort(port, credentials.token);
  }

  #connect(port: number, { token, service }: Credentials): void {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, [SUBPROTOCOL, `${AUTH_PREFIX}${token}`]);
    this.#socket = socket;
    socket.addEventListener('open', () => void this.#greet(socket).catch(() => socket.close()));
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as ToExtension));
    socket.addEventListener('close', ({ code, reason }) => {
      // Another service may have come by the port: what that says of the token means nothing.
      const isVoid = code === UNAUTHORIZED && reason === service;
      void this.#lost(socket, isVoid ? token : undefined);
    });
  }

  /** Tells of the tabs there are. Of what becomes of them from now on the service hears, which it would not have before. */
  async #greet(socket: WebSocket): Promise<void> {
    this.#retryMs = FIRST_RETRY_MS;
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.say({ type: 'ping' }), PING_MS);
    socket.send(JSON.stringify(await makeHello()));
  }

  /** Drops the connection there is and opens one with what is known now. */
  async reopen(): Promise<void> {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#retryMs = FIRST_RETRY_MS;
    await this.open();
  }

  /** Lets go of the connection there is: what it was asked for and has not answered, the service asks for again on the next. */
  drop(): void {
    this.#socket?.close();
  }

  /** What cannot be said now is not lost: the service asks again for answers, and tabs are told of at the next hello. */
  say(message: FromExtension): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const text = JSON.stringify(message);
    if (message.type !== 'response' || text.length <= LONGEST_ANSWER) this.#socket.send(text);
    else this.say({ type: 'response', response: tooLong(message.response.id, text.length) });
  }

  #receive(message: ToExtension): void {
    if (message.type === 'welcome') this.#show('connected');
    this.onMessage(message);
  }

  /** `voided`: a token that is good for nothing any more. */
  async #lost(socket: WebSocket, voided: string | undefined): Promise<void> {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    clearInterval(this.#ping);
    if (voided !== undefined) {
      await forgetToken(voided);
      return this.open();
    }
    this.#show('connecting');
    this.#lookLater();
  }

  #lookLater(): void {
    this.#retry = setTimeout(() => void this.open(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }

  #show(state: ConnectionState): void {
    this.state = state;
    this.onState();
  }
}

export const connection = new Connection();

/** The service would not take it, and ask for it again and again. */
function tooLong(id: string, length: number): ActionResponse {
  const message = `The answer has ${length} characters, and may have ${LONGEST_ANSWER}`;
  const suggestedAction = 'Ask for a part of the page; a picture is smaller with --format jpeg.';
  return { id, replay: false, ok: false, error: { code: 'SCRIPT_ERROR', message, suggestedAction } };
}

async function makeHello(): Promise<Hello> {
  const tabs = await chrome.tabs.query({});
  const numbers = tabs.flatMap(({ id }) => id ?? []);
  return {
    type: 'hello',
    protocolVersion: PROTOCOL_VERSION,
    extensionVersion: chrome.runtime.getManifest().version,
    browser: browserKind(),
    instance: await instanceId(),
    run: await runId(numbers),
    memory: await memoryId(),
    stopped: await isStopped(),
    tabs: tabs.flatMap(({ id, url = '', title = '' }) => (id === undefined ? [] : [{ tabId: id, url, title }])),
  };
}
