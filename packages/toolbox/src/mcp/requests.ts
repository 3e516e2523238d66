import type {
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
  Progress,
  RequestOptions,
} from '@modelcontextprotocol/client';
import { CommandError, type Contact, type Context } from '@helve/command';

/** What a request to a server may take, and who hears of it. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly progress?: (message: string) => void;
  readonly contact?: Contact | undefined;
}

/** The same in the words of the SDK. */
export function requestOptions(options: Pick<CallOptions, 'timeoutMs'> & Partial<CallOptions>): RequestOptions {
  const { signal, timeoutMs, progress } = options;
  return {
    timeout: timeoutMs,
    ...(signal ? { signal } : {}),
    ...(progress ? { onprogress: (given) => progress(showProgress(given)) } : {}),
  };
}

/** Settles as the work does, or fails once the time is over. */
export async function withLimit<Value>(work: Promise<Value>, ms: number, late: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function showProgress({ progress, total, message }: Progress): string {
  return message ?? (total === undefined ? String(progress) : `${progress} of ${total}`);
}

/** How long a call may take where nobody says. */
const DEFAULT_MS = 120_000;

/** Milliseconds until the call must be over. */
export function timeLeft({ deadline, now }: Pick<Context, 'deadline' | 'now'>): number {
  return deadline === undefined ? DEFAULT_MS : Math.max(1, deadline - now());
}

/** Lets the user answer a server's question; with nobody to ask it is declined. */
export async function answerElicitation(
  server: string,
  params: ElicitRequest['params'],
  contact: Contact | undefined,
): Promise<ElicitResult> {
  if (!contact?.elicit || !('requestedSchema' in params)) return { action: 'decline' };
  const answer = await contact.elicit({ from: server, message: params.message, schema: { ...params.requestedSchema } });
  return answer as ElicitResult;
}

/** Lets the user's model answer a server, where somebody offers one. */
export async function answerSampling(
  params: CreateMessageRequest['params'],
  contact: Contact | undefined,
): Promise<CreateMessageResult> {
  if (contact?.sample) return (await contact.sample({ ...params })) as unknown as CreateMessageResult;
  throw new CommandError('UNAVAILABLE', 'helve has no model for MCP servers here');
}
