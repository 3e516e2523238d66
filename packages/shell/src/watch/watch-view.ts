import { viewExec } from '../exec/exec-view.ts';
import type { WatchResult } from './watch.ts';

/** Each run under a line that says why it was made. */
export function viewWatch({ status, runs }: WatchResult): string {
  const parts = runs.map((run) => {
    const why = run.trigger === 'start' ? 'at the start' : `changed: ${run.changed.join(', ')}`;
    return `[${why}]\n${viewExec(run).replace(/\n$/, '')}`;
  });
  return [...parts, ...(status === 'timeout' ? ['[The time was over]'] : [])].join('\n');
}

export function briefWatch({ status, runs }: WatchResult): string {
  return `${runs.length} runs, the last: ${runs.at(-1)?.status ?? 'none'}${status === 'timeout' ? '; timed out' : ''}`;
}
