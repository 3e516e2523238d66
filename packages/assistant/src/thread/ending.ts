import type { Conversation } from '../conversation/conversation.ts';
import type { TurnResult } from '../loop/events.ts';
import { problemOf } from '../loop/problem.ts';
import type { ThreadRecord } from './record.ts';

/** The end of the turn after which nothing more is waiting to be said. */
export function silence(conversation: Conversation): Promise<TurnResult> {
  return new Promise((resolve) => {
    const stop = conversation.subscribe((event) => {
      if (event.type !== 'turnEnd') return;
      setImmediate(() => {
        if (conversation.isBusy) return;
        stop();
        resolve(event.result);
      });
    });
  });
}

export function endOf(outcome: TurnResult['outcome'], answer: string): Pick<ThreadRecord, 'status' | 'answer'> {
  return { status: outcome === 'success' ? 'done' : outcome === 'cancelled' ? 'stopped' : 'failed', answer };
}

export function endOfTurn(result: TurnResult): Partial<ThreadRecord> & Pick<ThreadRecord, 'status'> {
  const { outcome, text, denials } = result;
  const problem = problemOf(result);
  return {
    ...endOf(outcome, text),
    ...(problem === undefined ? {} : { problem }),
    ...(denials.length === 0 ? {} : { denials: denials.map(({ reason }) => reason) }),
  };
}
