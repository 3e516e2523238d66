import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  type ActionRequest,
  type ActionResponse,
  EXTENSION_ID,
  type FromExtension,
  NO_PAGE,
  SUBPROTOCOL,
  type ToExtension,
} from '../protocol.ts';
import { Relay } from '../relay/relay.ts';

/** Waits until it is so, however busy the machine. */
export const until = (isSo: () => boolean): Promise<unknown> => vi.waitUntil(isSo, { timeout: 30_000, interval: 5 });

/** A relay behind a real port, with a home of its own. */
export async function openRelay() {
  const home = await mkdtemp(join(tmpdir(), 'helve-relay-'));
  const relay = new Relay(home);
  const server = createServer((request, response) => relay.request(request, response));
  server.on('upgrade', (request, socket, head) => relay.upgrade(request, socket, head));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  onTestFinished(async () => {
    await relay.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(home, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  /** Pairs a browser that the test plays; it connects when told to. */
  const pair = (name: string, instance: string = crypto.randomUUID()) => {
    const { token } = relay.paired.add({ instance, kind: 'Chrome/1', name }, Date.now());
    return new PlayedBrowser(relay, { port, token, name, instance });
  };
  return { relay, home, pair };
}

interface Place {
  readonly port: number;
  readonly token: string;
  readonly name: string;
  readonly instance: string;
}

/** An extension as the relay sees it. It answers what it is asked with `answer`; undefined: not at all. */
export class PlayedBrowser {
  readonly asked: ActionRequest[] = [];
  readonly cancelled: string[] = [];
  answer: (request: ActionRequest) => unknown = () => ({});
  run = 'run-1';
  memory = 'memory-1';
  protocolVersion = 1;
  tabs: readonly { tabId: number; url: string; title: string }[] = [];
  closedWith: number | undefined;
  #socket: WebSocket | undefined;

  constructor(
    readonly relay: Relay,
    readonly place: Place,
  ) {}

  async connect(): Promise<this> {
    const { port, token, name, instance } = this.place;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, [SUBPROTOCOL, `auth.${token}`], {
      headers: { Origin: `chrome-extension://${EXTENSION_ID}` },
    });
    this.#socket = socket;
    this.closedWith = undefined;
    socket.on('error', () => {});
    socket.on('close', (code) => {
      this.closedWith = code;
    });
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as ToExtension));
    socket.on('open', () =>
      this.say({
        type: 'hello',
        protocolVersion: this.protocolVersion,
        extensionVersion: '1',
        browser: 'Chrome/1',
        instance,
        run: this.run,
        memory: this.memory,
        tabs: this.tabs,
      }),
    );
    await until(
      () =>
        this.closedWith !== undefined || this.relay.links.some((link) => link.connected && link.browser.name === name),
    );
    return this;
  }

  say(message: FromExtension): void {
    this.#socket?.send(JSON.stringify(message));
  }

  respond(id: string, data: unknown): void {
    const response: ActionResponse = { id, replay: false, ok: true, data, page: NO_PAGE };
    this.say({ type: 'response', response });
  }

  async drop(): Promise<void> {
    this.#socket?.terminate();
    await until(() => this.relay.links.every((link) => !link.connected || link.browser.name !== this.place.name));
  }

  #receive(message: ToExtension): void {
    if (message.type === 'cancel') this.cancelled.push(message.id);
    if (message.type !== 'request') return;
    this.asked.push(message.request);
    const data = this.answer(message.request);
    if (data !== undefined) this.respond(message.request.id, data);
  }
}
