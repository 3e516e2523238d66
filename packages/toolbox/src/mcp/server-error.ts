import {
  type JSONRPCMessage,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { call, CommandError, type ErrorCode, ifOffered, parameter, type Retry, worded } from '@helve/command';

/** What is known of a server when something went wrong with it. */
export interface Circumstances {
  readonly server: string;
  /** What was under way: `starting`, `calling echo`. */
  readonly doing: string;
  /** How its process ended, if it did. */
  readonly ended: string | undefined;
  /** The end of what it said beside its answers. */
  readonly log: string;
}

/** What went wrong with a server, in our words. */
export function toServerError(thrown: unknown, about: Circumstances): CommandError {
  const own = thrown instanceof CommandError ? thrown : ownError(thrown);
  if (about.ended !== undefined && (!own || own.retry === 'safe')) {
    // One that ends as it starts would do so again.
    const retry = about.doing === 'starting' ? undefined : own?.retry;
    return failed('UNAVAILABLE', `${about.ended} while ${about.doing}`, about, thrown, retry);
  }
  if (own) return own;
  if (isAuthError(thrown)) {
    return new CommandError('AUTH_REQUIRED', `The MCP server ${about.server} requires a login`, {
      hint: worded`Log in: ${call('mcp login', { toolbox: about.server })}. Or give its configuration "headers": { "Authorization": "Bearer \${TOKEN}" }.`,
      details: { server: about.server },
      cause: thrown,
    });
  }
  if (thrown instanceof ProtocolError) return refused(thrown, about);
  if (thrown instanceof SdkHttpError) {
    // 404 is how a server says that it knows the session no more, and so did nothing.
    const retry = thrown.status === 404 ? 'safe' : 'conditional';
    return failed(
      'UNAVAILABLE',
      `answered with the HTTP status ${thrown.status} while ${about.doing}`,
      about,
      thrown,
      retry,
    );
  }
  if (thrown instanceof SdkError) return sdkFailure(thrown, about);
  const reason = thrown instanceof Error ? networkReason(thrown) : String(thrown);
  const retry = reason.startsWith('ECONNREFUSED') ? 'safe' : 'conditional';
  return failed('UNAVAILABLE', `cannot be reached: ${reason}`, about, thrown, retry);
}

function refused(thrown: ProtocolError, about: Circumstances): CommandError {
  return new CommandError(
    'TOOL_FAILED',
    `The MCP server ${about.server} refused ${about.doing}: ${clip(thrown.message)}`,
    {
      hint: worded`See what it takes: ${call('mcp tools', { toolbox: about.server })}`,
      details: { server: about.server, rpcCode: thrown.code },
      cause: thrown,
    },
  );
}

function sdkFailure(thrown: SdkError, about: Circumstances): CommandError {
  switch (thrown.code) {
    case SdkErrorCode.RequestTimeout:
      return new CommandError('TIMEOUT', `The MCP server ${about.server} timed out while ${about.doing}`, {
        hint: worded`Ask for less${ifOffered('timeout', worded`, or give it more time with ${parameter('timeout')}`)}.`,
        details: detailsOf(about),
        cause: thrown,
      });
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
      return failed('TOOL_FAILED', `sent an invalid MCP response: ${clip(thrown.message)}`, about, thrown);
    case SdkErrorCode.EraNegotiationFailed:
      return failed('UNAVAILABLE', `cannot be reached: ${networkReason(thrown)}`, about, thrown);
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
      return failed('UNAVAILABLE', `closed the connection while ${about.doing}`, about, thrown);
    default:
      return failed('UNAVAILABLE', `failed while ${about.doing}: ${clip(thrown.message)}`, about, thrown);
  }
}

function failed(code: ErrorCode, says: string, about: Circumstances, cause: unknown, retry?: Retry): CommandError {
  const lastWords = about.log === '' ? '' : `. It said: ${about.log.split('\n').slice(-5).join('\n')}`;
  return new CommandError(code, `The MCP server ${about.server} ${says}${lastWords}`, {
    hint: worded`See how it is configured: ${call('mcp servers')}`,
    retry,
    details: detailsOf(about),
    cause,
  });
}

function detailsOf({ server, log }: Circumstances) {
  return { server, ...(log === '' ? {} : { log }) };
}

function isAuthError(thrown: unknown): boolean {
  if (thrown instanceof UnauthorizedError) return true;
  const status = thrown instanceof SdkHttpError ? thrown.status : thrown instanceof SseError ? thrown.code : undefined;
  return status === 401 || status === 403;
}

/** `fetch failed` says nothing; what stands behind it does. */
function networkReason(error: Error): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^E[A-Z_]+$/.test(code) && !(current instanceof SdkError))
      return `${code} ${clip(current.message)}`;
  }
  return clip(error.message);
}

function clip(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}

/** Bytes of one message from a server. A longer one is dropped as it comes. */
export const MESSAGE_LIMIT = 16 * 1024 * 1024;

export function tooLarge(server: string, bytes: number): CommandError {
  return new CommandError(
    'TOO_LARGE',
    `The MCP server ${server} answered with more than ${MESSAGE_LIMIT / 1024 / 1024} MB in one message`,
    {
      hint: 'Request less: a part, a page, a filter.',
      retry: 'never',
      details: { server, bytes, limit: MESSAGE_LIMIT },
    },
  );
}

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
