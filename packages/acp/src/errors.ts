import { RequestError } from '@agentclientprotocol/sdk';
import { CommandError, toCommandError } from '@helve/command';

/** Codes of JSON-RPC and of the protocol. */
const CODES: Readonly<Partial<Record<CommandError['code'], number>>> = {
  INVALID_INPUT: -32602,
  INVALID_SETTINGS: -32602,
  NOT_FOUND: -32002,
  AUTH_REQUIRED: -32000,
  CANCELLED: -32800,
};

const INTERNAL = -32603;

/** What goes wrong in words that a client can show. */
export function toRequestError(thrown: unknown): RequestError {
  if (thrown instanceof RequestError) return thrown;
  const { code, message, hint } = toCommandError(thrown);
  const words = hint === undefined ? message : `${message}. ${hint}`;
  return new RequestError(CODES[code] ?? INTERNAL, words, { code });
}

/** A handler whose errors a client can show. */
export function handled<Context, Result>(
  handle: (context: Context) => Promise<Result>,
): (context: Context) => Promise<Result> {
  return async (context) => {
    try {
      return await handle(context);
    } catch (thrown) {
      throw toRequestError(thrown);
    }
  };
}
