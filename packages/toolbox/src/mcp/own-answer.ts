import { type JSONRPCMessage, ProtocolError } from '@modelcontextprotocol/client';
import type { CommandError } from '@helve/command';

/** By the data that goes along with an answer: no server can make one that stands here. */
const errors = new WeakMap<object, CommandError>();

/** An answer that we give in the place of a server, so that the request it was for fails with this error. */
export function answerWith(id: string | number, error: CommandError): JSONRPCMessage {
  const data = {};
  errors.set(data, error);
  return { jsonrpc: '2.0', id, error: { code: -32000, message: error.message, data } };
}

/** The error of an answer that was ours. */
export function ownError(thrown: unknown): CommandError | undefined {
  const data: unknown = thrown instanceof ProtocolError ? thrown.data : undefined;
  return typeof data === 'object' && data !== null ? errors.get(data) : undefined;
}
