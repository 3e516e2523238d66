import type { ConversationLog } from '../log/conversation-log.ts';
import { titleOf, totalsOf } from '../log/totals.ts';
import type { Usage } from '../model/usage.ts';

/** What there is to say of a conversation besides what was said in it. */
export interface About {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  readonly begunAt: string;
  readonly updatedAt: string;
  readonly models: string[];
  readonly answers: number;
  readonly costUsd: number;
  readonly usage: Usage;
  readonly forkedFrom?: string;
  readonly agentOf?: string;
}

export function aboutOf(log: ConversationLog): About {
  const { id, entries, leaf } = log;
  const chain = log.chain();
  const start = chain.find((entry) => entry.type === 'start');
  const { usage, cost, answers } = totalsOf(entries);
  const models = chain.flatMap((entry) => (entry.type === 'assistant' ? [entry.model] : []));
  const begun = start?.type === 'start' ? start : undefined;
  return {
    id,
    title: titleOf(chain) ?? id,
    cwd: begun?.cwd ?? '',
    begunAt: begun?.time ?? '',
    updatedAt: leaf?.time ?? '',
    models: [...new Set(models)],
    answers,
    costUsd: cost,
    usage,
    ...(begun?.forkedFrom ? { forkedFrom: begun.forkedFrom.conversation } : {}),
    ...(begun?.agent ? { agentOf: begun.agent.conversation } : {}),
  };
}
