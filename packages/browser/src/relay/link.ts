import { call, worded } from '@helve/command';
import type { WebSocket } from 'ws';
import { browserError } from '../errors.ts';
import {
  type ActionFailure,
  type ActionRequest,
  type ActionResponse,
  type FromExtension,
  type Hello,
  PROTOCOL_VERSION,
  type TabEvent,
  type ToExtension,
} from '../protocol.ts';
import type { PairedBrowser } from './paired-browsers.ts';
import { type Patience, waitFor } from './queue.ts';

const MOST_PENDING = 100;

/** After a connection is lost, a worker or browser that is only restarting is back by then. */
const GRACE_MS = 8_000;

/** A worker that is ended says goodbye first. After a connection that just broke off, the browser itself may be gone. */
const NO_GOODBYE = 1006;
const ABRUPT_MS = 2_000;

const NOT_UNDERSTOOD = 1007;

/** With which a connection is closed whose extension is of another version. */
const OTHER_VERSION = 4406;

interface Pending {
  readonly request: ActionRequest;
  /** The extension that it was given to, as far as it remembers. */
  memory?: string;
  readonly answer: Promise<ActionResponse>;
  readonly settle: (response: ActionResponse) => void;
}

/** What comes from the person in front of the browser, or is about what they may want. */
export type FromPerson = Extract<FromExtension, { type: 'answer' | 'stop' | 'done' | 'judge' | 'give' }>;

export interface LinkEvents {
  readonly onHello: (link: BrowserLink, hello: Hello) => void;
  readonly onEvent: (link: BrowserLink, event: TabEvent) => void;
  readonly onSecret: (value: string) => void;
  readonly onPerson: (link: BrowserLink, said: FromPerson) => void;
}

/** The way to one paired browser. It outlives its connections: what is not answered is sent again on the next one. */
export class BrowserLink {
  browser: PairedBrowser;
  hello: Hello | undefined;
  connectedAt = 0;
  /** Whether the person has stopped the agents in it. */
  stopped = false;
  readonly #events: LinkEvents;
  readonly #pending = new Map<string, Pending>();
  readonly #waiting = new Set<() => void>();
  #socket: WebSocket | undefined;
  #lostAt: number;
  #grace = GRACE_MS;
  #ending: NodeJS.Timeout | undefined;
  #otherVersion: number | undefined;

  constructor(browser: PairedBrowser, events: LinkEvents, now: number) {
    this.browser = browser;
    this.#events = events;
    // A service that has just started gives the browsers it knows a moment to find it.
    this.#lostAt = now;
  }

  get connected(): boolean {
    return this.#socket !== undefined && this.hello !== undefined;
  }

  /** Whether it is worth a moment's wait. */
  get expected(): boolean {
    return this.connected || this.#otherVersion !== undefined || Date.now() - this.#lostAt < this.#grace;
  }

  get pending(): number {
    return this.#pending.size;
  }

  /** Takes a new connection; an earlier one of the same browser is over. */
  take(socket: WebSocket): void {
    this.#socket?.terminate();
    this.#socket = socket;
    this.hello = undefined;
    socket.on('message', (data: Buffer) => this.#receive(socket, data));
    clearTimeout(this.#ending);
    socket.on('close', (code: number) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.hello = undefined;
      this.#lostAt = Date.now();
      this.#grace = code === NO_GOODBYE ? ABRUPT_MS : GRACE_MS;
      this.#ending = setTimeout(() => this.ended(), this.#grace).unref();
    });
    // A close follows.
    socket.on('error', () => {});
  }

  disconnect(code: number, reason: string): void {
    this.#socket?.close(code, reason);
  }

  terminate(): void {
    this.#socket?.terminate();
  }

  /** The browser is not there any more: nobody waits for it or for its answers. */
  ended(): void {
    clearTimeout(this.#ending);
    this.#grace = 0;
    this.terminate();
    this.refuse(() => browserEnded(this.browser.name));
    this.#tellWaiting();
  }

  /** Waits for the browser to be there, if it may be expected to come. */
  async ready(patience: Patience): Promise<void> {
    while (!this.connected) {
      const until = Math.min(patience.deadline, this.#lostAt + this.#grace);
      if (this.#otherVersion !== undefined) throw otherVersion(this.browser.name, this.#otherVersion);
      if (Date.now() >= until) throw notConnected(this.browser.name);
      const change = new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
      await waitFor(change, { ...patience, deadline: until, late: () => notConnected(this.browser.name) });
    }
  }

  /** Hands a request to the extension and waits for its answer. Whoever asks with the same id shares it. */
  async send(request: ActionRequest, patience: Patience): Promise<ActionResponse> {
    const { id } = request;
    const pending = this.#pending.get(id) ?? this.#admit(request);
    try {
      return await waitFor(pending.answer, patience);
    } catch (thrown) {
      this.#pending.delete(id);
      this.say({ type: 'cancel', id });
      throw thrown;
    }
  }

  /** Answers requests in place of the extension, which is told to stop them. */
  refuse(failure: (request: ActionRequest) => ActionFailure | undefined): void {
    for (const [id, { request, settle }] of this.#pending) {
      const error = failure(request);
      if (!error) continue;
      this.#pending.delete(id);
      this.say({ type: 'cancel', id });
      settle({ id, replay: false, ok: false, error });
    }
  }

  #admit(request: ActionRequest): Pending {
    if (this.#pending.size >= MOST_PENDING) {
      throw browserError('OVERLOADED', `${MOST_PENDING} requests wait for ${this.browser.name} already`, 'Try again.');
    }
    let settle: Pending['settle'] = () => {};
    const answer = new Promise<ActionResponse>((resolve) => {
      settle = resolve;
    });
    const pending: Pending = { request, answer, settle };
    this.#pending.set(request.id, pending);
    this.#hand(pending);
    return pending;
  }

  #receive(socket: WebSocket, data: Buffer): void {
    if (this.#socket !== socket) return;
    const message = parse(data);
    if (!message) {
      socket.close(NOT_UNDERSTOOD, 'Not a message');
      return;
    }
    switch (message.type) {
      case 'hello': {
        if (message.protocolVersion !== PROTOCOL_VERSION) {
          this.#otherVersion = message.protocolVersion;
          this.#tellWaiting();
          socket.close(OTHER_VERSION, `This service speaks version ${PROTOCOL_VERSION}`);
          return;
        }
        this.#otherVersion = undefined;
        this.hello = message;
        this.stopped = message.stopped ?? false;
        this.connectedAt = Date.now();
        this.say({ type: 'welcome', name: this.browser.name });
        this.#events.onHello(this, message);
        for (const pending of this.#pending.values()) this.#hand(pending);
        this.#tellWaiting();
        return;
      }
      case 'response': {
        const { response } = message;
        const pending = this.#pending.get(response.id);
        this.#pending.delete(response.id);
        pending?.settle(response);
        return;
      }
      case 'secret':
        this.#events.onSecret(message.value);
        return;
      case 'event':
        this.#events.onEvent(this, message.event);
        return;
      case 'ping':
        this.say({ type: 'pong' });
        return;
      case 'answer':
      case 'stop':
      case 'done':
      case 'judge':
      case 'give':
        this.#events.onPerson(this, message);
        return;
    }
  }

  /** Gives a request to the extension, unless one that has forgotten it since may have done it already. */
  #hand(pending: Pending): void {
    const { request, memory } = pending;
    if (!this.#socket || !this.hello) return;
    if (request.destructive && memory !== undefined && memory !== this.hello.memory) {
      this.#pending.delete(request.id);
      pending.settle({ id: request.id, replay: false, ok: false, error: FORGOTTEN });
      return;
    }
    pending.memory = this.hello.memory;
    this.say({ type: 'request', request });
  }

  #tellWaiting(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  say(message: ToExtension): void {
    if (this.#socket && this.hello) this.#socket.send(JSON.stringify(message));
  }
}

function parse(data: Buffer): FromExtension | undefined {
  try {
    return JSON.parse(data.toString('utf8')) as FromExtension;
  } catch {
    return undefined;
  }
}

const FORGOTTEN: ActionFailure = {
  code: 'WS_DISCONNECTED',
  message: 'The extension was reloaded during this action, so its outcome is unknown',
  suggestedAction: 'Look at the page before you try again.',
};

function browserEnded(name: string): ActionFailure {
  return {
    code: 'WS_DISCONNECTED',
    message: `The browser ${name} has ended, so it is not known whether this was done`,
    suggestedAction: 'Start it again, and look at the page before you try again.',
  };
}

function otherVersion(name: string, version: number) {
  return browserError(
    'NO_EXTENSION',
    `The extension in ${name} speaks version ${version} of the protocol, and this service version ${PROTOCOL_VERSION}`,
    version < PROTOCOL_VERSION
      ? worded`Load the extension of this helve: npm run build, then the reload button in chrome://extensions. A browser that helve started needs only: ${call('browser close')}, then ${call('browser launch')}`
      : worded`Bring helve up to date, and restart the service: ${call('service restart')}`,
    { extension: version, service: PROTOCOL_VERSION },
  );
}

export function notConnected(name?: string) {
  return browserError(
    'NO_EXTENSION',
    name === undefined ? 'No browser is connected' : `The browser ${name} is not connected`,
    worded`Start one: ${call('browser launch', { headless: true })}. Or open the browser that the extension is in, and pair it: ${call('browser pair')}`,
  );
}
