import type { Mode } from '@helve/policy';
import { firstWords } from '../log/totals.ts';
import type { ConversationHost, ConversationRequest } from '../opening/host.ts';
import type { OpenedConversation } from '../opening/open.ts';
import type { ThreadRecord } from './record.ts';

export interface ThreadWish
  extends Pick<ConversationRequest, 'name' | 'model' | 'agent' | 'maxTurns' | 'maxCost' | 'sandbox'> {
  readonly prompt: string;
  readonly mode?: Mode | undefined;
  readonly priority?: number | undefined;
  readonly asks?: boolean | undefined;
  /** It works in a checkout of its own. */
  readonly worktree?: boolean | undefined;
  /** It only starts others, at these times. */
  readonly schedule?: string | undefined;
  /** The scheduled thread that starts it, and when it was due. */
  readonly scheduledBy?: string | undefined;
  readonly scheduledFor?: string | undefined;
}

/** What of a thread can be changed. */
export type ThreadChange = Partial<Pick<ThreadRecord, 'name' | 'priority' | 'maxTurns' | 'maxCost'>> & {
  /** It has none any more. */
  readonly worktree?: undefined;
};

/** Where a thread is started; notices go to whoever starts it. */
export interface ThreadPlace extends ConversationHost {
  readonly now: () => number;
}

/** What the program gives to threads that run without a caller. */
export type ThreadHost = Pick<ThreadPlace, 'registry' | 'createCaller' | 'now'>;

/** What is kept of a new thread. */
export function newRecord(wish: ThreadWish, { conversation, caller }: OpenedConversation, now: number): ThreadRecord {
  const { prompt, name, model, agent, priority = 0, asks = false, maxTurns, maxCost, schedule } = wish;
  const { worktree: inWorktree, scheduledBy, scheduledFor } = wish;
  return {
    id: conversation.id,
    name: name ?? firstWords(prompt),
    cwd: caller.place.cwd,
    file: conversation.log.file,
    model: conversation.model.id,
    ...(model === undefined ? {} : { wantedModel: model }),
    mode: caller.authority.policy.mode,
    ...(caller.authority.policy.sandbox?.setting === 'required' ? { sandbox: 'required' } : {}),
    ...(agent === undefined ? {} : { agent }),
    priority,
    asks,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(schedule === undefined ? {} : { schedule, task: prompt, inWorktree: inWorktree ?? false }),
    ...(scheduledBy === undefined ? {} : { scheduledBy }),
    ...(scheduledFor === undefined ? {} : { scheduledFor }),
    createdAt: new Date(now).toISOString(),
    status: 'created',
  };
}

/** How a thread is opened again. */
export function wishOf({ wantedModel, mode, sandbox, agent, maxTurns, maxCost, asks }: ThreadRecord) {
  return { model: wantedModel, mode, sandbox, agent, maxTurns, maxCost, asks };
}

/** Where words cannot be meant, there is no conversation to go on with. */
export async function checkPrompt(words: string, { understand, conversation }: OpenedConversation): Promise<void> {
  try {
    understand({ text: words });
  } catch (thrown) {
    await conversation.close();
    throw thrown;
  }
}
