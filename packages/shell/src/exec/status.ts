import type { RunEnd } from '@helve/processes';

export interface RunStatus {
  readonly status: 'success' | 'error' | 'timeout';
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
}

/** How a run ended, in the words of its result. */
export function statusOf({ outcome, exitCode, signal }: RunEnd): RunStatus {
  const status = outcome === 'timeout' ? 'timeout' : exitCode === 0 ? 'success' : 'error';
  return { status, exitCode, ...(signal === null ? {} : { signal }) };
}
