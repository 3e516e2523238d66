export const PROTOCOL_VERSION = 1;

/** The WebSocket subprotocol; beside it stands `auth.` and the extension's token. */
export const SUBPROTOCOL = 'helve.v1';
export const AUTH_PREFIX = 'auth.';

/** Follows from the public key in the extension's manifest, wherever it is loaded from. */
export const EXTENSION_ID = 'lfcocogemachgbjealiobjjnijdhfidp';

export const USUAL_PORT = 9615;

/** A service listens where it did before, or on the first of these that is free: a paired browser looks for it there. */
export const SERVICE_PORTS: readonly number[] = Array.from({ length: 10 }, (_, index) => USUAL_PORT + index);

/** No answer of the extension has more characters; each takes three bytes at most of what a frame may have. */
export const LONGEST_ANSWER = 20_000_000;

/** The worker sleeps 30 s after the last event; only data frames count as one. */
export const PING_MS = 20_000;
