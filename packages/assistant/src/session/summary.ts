import type { Entry } from '../log/entry.ts';
import { firstWords } from '../log/totals.ts';
import { textOf } from '../model/message.ts';

/** What lists show of a conversation. It can be kept up to date entry by entry. */
export interface Summary {
  readonly cwd: string;
  /** As ISO 8601. */
  readonly begun: string;
  readonly updated: string;
  readonly title: string;
  readonly titleIsGiven: boolean;
  readonly prompts: number;
  readonly answers: number;
  /** US dollars. */
  readonly cost: number;
  /** The conversation that it was begun by, for that of a subagent. */
  readonly agentOf: string | null;
}

export const NO_SUMMARY: Summary = {
  cwd: '',
  begun: '',
  updated: '',
  title: '',
  titleIsGiven: false,
  prompts: 0,
  answers: 0,
  cost: 0,
  agentOf: null,
};

export function addEntry(before: Summary, entry: Entry): Summary {
  const summary = { ...before, begun: before.begun || entry.time, updated: entry.time };
  switch (entry.type) {
    case 'start':
      return { ...summary, cwd: entry.cwd, agentOf: entry.agent?.conversation ?? null };
    case 'title':
      return { ...summary, title: entry.title, titleIsGiven: true };
    case 'user': {
      const prompts = summary.prompts + 1;
      const first = summary.title === '' ? firstWords(entry.typed ?? textOf(entry.content)) : summary.title;
      return { ...summary, prompts, title: first };
    }
    case 'assistant':
      return { ...summary, answers: summary.answers + 1, cost: summary.cost + (entry.cost ?? 0) };
    default:
      return summary;
  }
}
