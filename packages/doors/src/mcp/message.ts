export type RequestId = string | number;

export type Params = Readonly<Record<string, unknown>>;

/** What the other side of a connection said. */
export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: Params }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Params }
  | { readonly kind: 'reply'; readonly id: RequestId; readonly result: unknown; readonly error: string | undefined }
  /** Whoever has a request with this id waits for an answer. */
  | { readonly kind: 'wrong'; readonly id: RequestId | undefined; readonly why: string };

/** Reads messages of JSON-RPC from what came on a line: one, or where a client sends a batch what is wrong with each. */
export function readMessages(received: unknown): readonly Message[] {
  if (!Array.isArray(received)) return [readMessage(received)];
  const why = 'Batches are not supported; send one message per line';
  if (received.length === 0) return [{ kind: 'wrong', id: undefined, why }];
  return received.map((one) => ({ kind: 'wrong', id: isObject(one) ? idOf(one) : undefined, why }));
}

function readMessage(received: unknown): Message {
  if (!isObject(received) || !('jsonrpc' in received)) return wrong(undefined, 'A message is not of JSON-RPC');
  const id = idOf(received);
  const { method, result, error } = received;
  // Some clients write null for what they leave out.
  const params = received.params ?? {};
  if ('id' in received && id === undefined) return wrong(undefined, 'The id of a message must be a string or a number');
  if (!('method' in received)) {
    if (id === undefined) return wrong(undefined, 'A message has neither method nor id');
    return { kind: 'reply', id, result, error: error === undefined ? undefined : messageOf(error) };
  }
  if (typeof method !== 'string') return wrong(id, 'method must be a string');
  if (!isObject(params)) return wrong(id, 'params must be an object');
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
}

function wrong(id: RequestId | undefined, why: string): Message {
  return { kind: 'wrong', id, why };
}

function idOf({ id }: Params): RequestId | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function messageOf(error: unknown): string {
  return isObject(error) && typeof error.message === 'string' ? error.message : 'The client could not answer';
}

export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
