import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

const MOST_LINES = 200;
const MOST_CHARACTERS = 16_000;

/** A unified diff of two texts, cut where it grows long. */
export function unifiedDiff(name: string, before: string, after: string): string {
  const diff = createTwoFilesPatch(name, name, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: 2000,
    headerOptions: FILE_HEADERS_ONLY,
  });
  if (diff === undefined) return '… the change is too large to show';
  const lines = diff.trimEnd().split('\n');
  let size = 0;
  const kept = lines.slice(0, MOST_LINES).filter((line) => (size += line.length + 1) <= MOST_CHARACTERS);
  return kept.length === lines.length
    ? kept.join('\n')
    : `${kept.join('\n')}\n… ${lines.length - kept.length} more lines`;
}
