import type { Entry } from './entry.ts';
import { contextUsed } from './context-use.ts';
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

/** What fills the window: the whole as the provider counted it, shared out by what we estimate. `fixed` goes along with every request. */
export function contextParts(chain: readonly Entry[], fixed: Pick<ContextParts, 'system' | 'tools'>): ContextParts {
  const { compaction, entries } = viewOf(chain);
  const parts = { ...fixed, prompts: 0, answers: 0, results: 0, summary: (compaction?.summary.length ?? 0) / 4 };
  for (const entry of entries) {
    const part = PARTS[entry.type];
    if (part) parts[part] += estimateTokens(toMessages(entry));
  }
  const estimated = Object.values(parts).reduce((sum, tokens) => sum + tokens, 0);
  const share = estimated === 0 ? 1 : contextUsed(chain, fixed.system + fixed.tools) / estimated;
  const { system, tools, prompts, answers, results, summary } = parts;
  return {
    system: system * share,
    tools: tools * share,
    prompts: prompts * share,
    answers: answers * share,
    results: results * share,
    summary: summary * share,
  };
}
