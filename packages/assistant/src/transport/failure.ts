import { CommandError, toCommandError } from '@helve/command';

/** What a provider says of a request that it did not answer. */
export interface Refusal {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The body: JSON with an error in it, as a rule. */
  readonly body: string;
}

/** How providers say that a conversation does not fit the model. */
const TOO_LONG =
  /prompt is too long|context[ _](?:length|window)|maximum context|too many tokens|exceeds? the (?:limit|max)/i;

/** How many tokens an answer may have, as a provider says that it was asked for too many. */
export interface OutputLimit {
  readonly tokens: number;
  /** It applies to this request alone, because of its length. */
  readonly once: boolean;
}

/** What a refusal says about the most tokens of an answer; undefined where it is about something else. */
function outputLimitIn(message: string): OutputLimit | undefined {
  const number = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''));
  // Anthropic: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000".
  const [sum, input, window] = /max_tokens`? exceed context limit: ([\d,]+) \+ [\d,]+ > ([\d,]+)/.exec(message) ?? [];
  if (sum !== undefined) return { tokens: number(window) - number(input), once: true };
  // OpenAI: "maximum context length is 8192 tokens. However, you requested 9000 tokens (1000 in the messages, 8000 in the completion)".
  const [both, length, messages] =
    /maximum context length is ([\d,]+) tokens.*?\(([\d,]+) in (?:the|your) (?:messages|prompt)/s.exec(message) ?? [];
  if (both !== undefined) return { tokens: number(length) - number(messages), once: true };
  if (!/max_(?:completion_|output_)?tokens/.test(message)) return undefined;
  // "max_tokens: 128000 > 64000, which is the maximum", "supports at most 16384 completion tokens", "must be <= 8192".
  const [, most] =
    /(?:> ?|at most |less than or equal to |<= ?|maximum (?:allowed )?(?:value|is|of)[^\d]{0,20})`?([\d,]+)/i.exec(
      message,
    ) ?? [];
  return most === undefined ? undefined : { tokens: number(most), once: false };
}

/** A refused request as an error of ours: what it was, and whether it is worth another try. */
export function refused(provider: string, { status, header, body }: Refusal): CommandError {
  const { message, type } = readError(body);
  const says = `${provider} answered ${status}: ${message}`;
  const retryAfterMs = waitOf(header);
  const details = {
    status,
    ...(type === undefined ? {} : { type }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...optional('requestId', header('request-id') ?? header('x-request-id')),
  };
  if (status === 401 || status === 403) {
    return new CommandError('AUTH_REQUIRED', says, { hint: 'Check the API key.', retry: 'never', details });
  }
  const most = status === 400 ? outputLimitIn(message) : undefined;
  if (most !== undefined && most.tokens > 0) {
    return new CommandError('PROVIDER_FAILED', says, {
      hint: 'Set maxOutput for this model in the settings.',
      retry: 'never',
      details: { ...details, outputLimit: most },
    });
  }
  if (status === 413 || (status === 400 && TOO_LONG.test(message))) {
    return new CommandError('CONTEXT_TOO_LONG', says, {
      hint: 'Compact the conversation or start a new one.',
      details,
    });
  }
  if (status === 429) {
    const spent = type === 'insufficient_quota';
    return new CommandError('RATE_LIMITED', says, {
      hint: spent ? 'The account has nothing left to spend.' : 'Wait, or use another model.',
      retry: spent ? 'never' : 'safe',
      details,
    });
  }
  const again = header('x-should-retry') ?? String(status === 408 || status === 409 || status >= 500);
  return new CommandError('PROVIDER_FAILED', says, {
    ...(status === 404 ? { hint: 'Check the name of the model and the address of the provider.' } : {}),
    retry: again === 'true' ? 'safe' : 'never',
    details,
  });
}

/** An error that came in the middle of an answer, with the provider's word for its kind. */
export function brokenOff(provider: string, type: string, message: string): CommandError {
  const says = `${provider} broke off: ${message}`;
  if (TOO_LONG.test(message)) return new CommandError('CONTEXT_TOO_LONG', says);
  const limited = /rate_limit/.test(type);
  const worthIt = limited || /overloaded|api_error|server_error|timeout/.test(type);
  return new CommandError(limited ? 'RATE_LIMITED' : 'PROVIDER_FAILED', says, {
    retry: worthIt ? 'safe' : 'never',
    details: { type },
  });
}

/** What reading an answer threw: where it was no answer at all, that is no fault of ours. */
export function unreadable(provider: string, thrown: unknown): unknown {
  if (!(thrown instanceof SyntaxError || thrown instanceof TypeError)) return thrown;
  return new CommandError('PROVIDER_FAILED', `${provider} sent what cannot be read: ${thrown.message}`, {
    hint: 'Check the address of the provider.',
    retry: 'safe',
    cause: thrown,
  });
}

/** Something else answers at the address, or before it. */
export function answeredByPage(provider: string, page: string): CommandError {
  return new CommandError('PROVIDER_FAILED', `${provider} answered with a web page: ${wordsOfPage(page)}`, {
    hint: 'Check the address of the provider, and whether the network wants you to log in.',
    retry: 'never',
  });
}

/** Failures of a network that may be over the next moment; a certificate does not get better by asking again. */
const PASSING: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whatever a connection failed with. */
export function unreachable(provider: string, thrown: unknown, signal: AbortSignal): CommandError {
  if (signal.aborted) {
    return signal.reason instanceof CommandError
      ? signal.reason
      : new CommandError('CANCELLED', 'The request was cancelled', { retry: 'safe' });
  }
  if (thrown instanceof CommandError) return thrown;
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === undefined) return toCommandError(thrown);
  const passing = PASSING.has(code);
  return new CommandError('PROVIDER_FAILED', `${provider} cannot be reached: ${message || code}`, {
    hint: /CERT|TLS|SSL|SIGNATURE/.test(code)
      ? 'If you trust its certificate, name the file of its authority in NODE_EXTRA_CA_CERTS.'
      : 'Check the address and the network.',
    retry: passing ? 'safe' : 'never',
    details: { systemCode: code },
    cause: thrown,
  });
}

interface Told {
  readonly message: string;
  readonly type?: string;
}

function readError(body: string): Told {
  try {
    const { error = {} } = JSON.parse(body) as { readonly error?: Record<string, unknown> | string };
    if (typeof error === 'string') return { message: error };
    const type = error.code ?? error.type;
    return {
      message: typeof error.message === 'string' ? error.message : body.slice(0, 500),
      ...(typeof type === 'string' ? { type } : {}),
    };
  } catch {
    const words = /^\s*</.test(body) ? wordsOfPage(body) : body.trim();
    return { message: words.slice(0, 500) || 'nothing more' };
  }
}

/** Its title, or else its text. */
function wordsOfPage(page: string): string {
  const title = /<title[^>]*>([^<]+)/i.exec(page)?.[1];
  const words = title ?? page.replace(/<[^>]*>/g, ' ');
  return words.replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** `retry-after` in milliseconds: seconds, or a date. */
function waitOf(header: Refusal['header']): number | undefined {
  const milliseconds = Number(header('retry-after-ms'));
  if (milliseconds > 0) return milliseconds;
  const after = header('retry-after');
  if (after === undefined) return undefined;
  const wait = /^[\d.]+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function optional(name: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: value };
}
