import type { Progress, RequestOptions } from '@modelcontextprotocol/client';
import type { Contact } from '@helve/command';

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
