import type { HistoryResult } from './history.ts';

/** One line each: when, how it ended, and what it was. */
export function viewHistory({ entries, omitted }: HistoryResult): string {
  const lines = entries.map((entry) => {
    const { at, command, status } = entry;
    const end = entry.status === 'error' && entry.exitCode !== null ? `exit ${entry.exitCode}` : status;
    return `${at}  ${end.padEnd(9)}  ${command.replaceAll('\n', '\\n')}`;
  });
  if (omitted > 0) lines.push(`(${omitted} more left out; give a --query or a larger --limit)`);
  return lines.length === 0 ? '(nothing was run)' : lines.join('\n');
}
