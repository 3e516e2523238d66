import type { EntryOf } from '../log/entry.ts';

/** What a compaction did, in words for the user. */
export function describeCompaction({ report }: EntryOf<'compaction'>, window: number): string {
  if (!report) return 'The conversation was compacted';
  const { before, after, dropped, shortened, kept } = report;
  const percent = (tokens: number) => `${Math.round((tokens / window) * 100)}%`;
  const { prompts, answers, toolResults } = dropped;
  return [
    `Context compressed: ${percent(before)} → ${percent(after)}`,
    `Summarised: ${answers} answers and ${toolResults} results of tools`,
    `Kept word for word: your ${prompts} messages${shortened > 0 ? ` (${shortened} shortened)` : ''} and the latest ${kept} entries`,
  ].join('\n');
}
