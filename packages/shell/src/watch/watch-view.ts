import { viewExec } from '../exec/exec-view.ts';
import type { WatchedRun, WatchResult } from './watch.ts';

/** Each run under a line that says why it was made. */
export function viewWatch({ ended, total, runs }: WatchResult): string {
  const left = total - runs.length;
  return [
    ...(left > 0 ? [`[${left} earlier runs are left out]`] : []),
    ...runs.map(viewRun),
    ...(ended === 'time' ? [`[The time was over after ${total} runs]`] : []),
  ].join('\n');
}

export function briefWatch({ ended, total, runs }: WatchResult): string {
  return `${total} runs, the last: ${runs.at(-1)?.status ?? 'none'}${ended === 'time' ? '; the time was over' : ''}`;
}

function viewRun(run: WatchedRun): string {
  const why = run.trigger === 'start' ? 'at the start' : `changed: ${run.changed.join(', ')}`;
  const { status, ...rest } = run;
  const end = status === 'restarted' ? '[ended, for files changed]' : viewExec({ status, ...rest }).replace(/\n$/, '');
  return `[${why}]\n${end}`;
}
