import type { Entry } from './entry.ts';
import { estimateTokens } from './fit.ts';
import { toMessages, viewOf } from './messages.ts';

/** Tokens by what they are spent on, about: providers count only the whole. */
export interface ContextParts {
  readonly system: number;
  readonly tools: number;
  readonly prompts: number;
  readonly answers: number;
  readonly results: number;
  /** What stands in the place of what was said before a compaction. */
  readonly summary: number;
}

const PARTS: Partial<Record<Entry['type'], 'prompts' | 'answers' | 'results'>> = {
  user: 'prompts',
  note: 'prompts',
  assistant: 'answers',
  toolResult: 'results',
};

/** What fills the window; `fixed` goes along with every request. */
export function contextParts(chain: readonly Entry[], fixed: Pick<ContextParts, 'system' | 'tools'>): ContextParts {
  const { compaction, entries } = viewOf(chain);
  const parts = { ...fixed, prompts: 0, answers: 0, results: 0, summary: (compaction?.summary.length ?? 0) / 4 };
  for (const entry of entries) {
    const part = PARTS[entry.type];
    if (part) parts[part] += estimateTokens(toMessages(entry));
  }
  return parts;
}
