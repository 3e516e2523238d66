import type { HistoryResult } from './history.ts';

/** One line each: when, how it ended, and what it was. */
export function viewHistory({ entries, omitted }: HistoryResult): string {
  const lines = entries.map(({ at, command, status, exitCode }) => {
    const end = status === 'error' && exitCode !== null ? `exit ${exitCode}` : status;
    return `${at}  ${end.padEnd(9)}  ${command.replaceAll('\n', '\\n')}`;
  });
  if (omitted > 0) lines.push(`(${omitted} more left out; give a --query or a larger --limit)`);
  return lines.length === 0 ? '(nothing was run)' : lines.join('\n');
}
