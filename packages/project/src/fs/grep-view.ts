import type { GrepResult } from './grep.ts';
import type { GrepMatch } from './grep-matches.ts';
import { leftOut, printable } from './printable.ts';

/** In the manner of ripgrep: each file's name, then `12:text` for a match and `11-text` for a line around it. */
export function viewMatches(data: GrepResult): string {
  if (data.files === 0) return 'No match';
  if (data.paths || data.counts) {
    const rows = data.paths?.map(printable) ?? data.counts?.map(({ path, count }) => `${printable(path)}: ${count}`);
    return [...(rows ?? []), ...leftOut(data.omitted, 'files', 'narrow the search or raise --limit')].join('\n');
  }
  const files = new Map<string, GrepMatch[]>();
  for (const match of data.matches) {
    const matches = files.get(match.path);
    if (matches) matches.push(match);
    else files.set(match.path, [match]);
  }
  return [
    [...files].map(([path, matches]) => [printable(path), ...viewFile(matches)].join('\n')).join('\n\n'),
    ...leftOut(data.omitted, 'matches', 'narrow the search or raise --limit'),
  ].join('\n');
}

export function briefMatches(data: GrepResult): string {
  return data.total === undefined ? `${data.files} files match` : `${data.total} matches in ${data.files} files`;
}

/** The lines around two matches may be the same ones, or one match may stand in those of another. */
function viewFile(matches: readonly GrepMatch[]): string[] {
  const around = new Map<number, string>();
  const rows = new Map<number, string>();
  for (const { line, text, clipped, before = [], after = [] } of matches) {
    const lines = text.split('\n');
    for (const [index, row] of before.entries()) around.set(line - before.length + index, row);
    for (const [index, row] of after.entries()) around.set(line + lines.length + index, row);
    for (const [index, row] of lines.entries()) rows.set(line + index, clipped ? `…${row}…` : row);
  }
  const hasContext = matches.some(({ before, after }) => before !== undefined || after !== undefined);
  const numbers = [...new Set([...around.keys(), ...rows.keys()])].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const row = rows.get(number);
    const shown =
      row === undefined ? `${number}-${printable(around.get(number) ?? '')}` : `${number}:${printable(row)}`;
    const gap = hasContext && index > 0 && numbers[index - 1] !== number - 1;
    return gap ? ['--', shown] : [shown];
  });
}
