/** `POST /pair/find`: an extension asks who listens on a port, before it shows its token there. */

export interface FindAsk {
  /** Never used twice: an answer that was overheard is good for nothing. */
  readonly nonce: string;
}

export interface FindReply {
  /** Which service it is; anybody may say so. */
  readonly service: string;
  /** For each browser that is paired with it, what only a service can tell that has the hash of its token. */
  readonly proofs: readonly string[];
}

/**
 * What a proof is a keyed hash of (HMAC-SHA-256, in hex; the key is the SHA-256 of the token, in hex). The port is in it:
 * whoever passes the question on to the service, to answer in its place, listens on another.
 */
export function foundAt(port: number, nonce: string): string {
  return `helve service on port ${port}: ${nonce}`;
}
