import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Keeper } from '@helve/command/host';

/** What else answers on the service's port. It guards itself: who calls there has no token of the home. */
export interface Routes {
  readonly owns: (request: IncomingMessage) => boolean;
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Lets go of its connections. */
  readonly close: () => void;
}

/** The way in for the extension: loaded when one first knocks. */
export function browserRoutes(keeper: Keeper): Routes {
  let loaded: { disconnect(): void } | undefined;
  const load = async () => {
    const { relay } = await import('@helve/browser/relay');
    const kept = keeper.get(relay);
    loaded = kept;
    return kept;
  };
  return {
    owns: ({ url = '' }) => /^\/(?:pair\/(?:claim|find)|ws)(?:\?|$)/.test(url),
    request: (request, response) => {
      load().then(
        (relay) => relay.request(request, response),
        () => response.destroy(),
      );
    },
    upgrade: (request, socket, head) => {
      socket.on('error', () => {});
      load().then(
        (relay) => relay.upgrade(request, socket, head),
        () => socket.destroy(),
      );
    },
    close: () => loaded?.disconnect(),
  };
}
