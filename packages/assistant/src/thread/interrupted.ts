import type { ConversationLog } from '../log/conversation-log.ts';
import type { Entry, EntryOf, TurnOutcome } from '../log/entry.ts';
import type { TurnHooks } from '../loop/hooks.ts';
import { text, textOf, toolCallsOf } from '../model/message.ts';

/** Notes each call that may have an effect right before it runs, so that its fate is known if the process is killed. */
export const noteStarts: TurnHooks = {
  beforeRun: async ({ id }, { effect }, { log }) => {
    if (effect !== 'inspect') log.append({ type: 'extra', name: 'started', data: id });
  },
};

/** Notes that a call waits for an answer, or no longer does. */
export function noteQuestion(log: ConversationLog, callId: string, isOpen: boolean): void {
  log.append({ type: 'extra', name: isOpen ? 'asked' : 'answered', data: callId });
}

/** How the latest turn ended, and the last words in it; undefined while it is not finished, or none has begun. */
export function lastEnd(log: ConversationLog): { readonly outcome: TurnOutcome; readonly answer: string } | undefined {
  const chain = log.chain();
  const end = chain.findLast(isPartOfTurn);
  if (end?.type !== 'turnEnd') return undefined;
  const answer = chain.findLast((entry): entry is EntryOf<'assistant'> => entry.type === 'assistant');
  return { outcome: end.outcome, answer: answer ? textOf(answer.content) : '' };
}

/** Whether something was said in the conversation. */
export function hasBegun(log: ConversationLog): boolean {
  return log.chain().some(isPartOfTurn);
}

function isPartOfTurn({ type }: Entry): boolean {
  return type === 'user' || type === 'assistant' || type === 'toolResult' || type === 'turnEnd';
}

/** The messages of a queue that are in the log already. */
export function messagesIn(log: ConversationLog): ReadonlySet<string> {
  return new Set(log.entries.flatMap((entry) => (entry.type === 'user' ? (entry.refs ?? []) : [])));
}

const FATES = {
  unknown: {
    outcome: 'error',
    brief: 'outcome unknown',
    words:
      'The outcome of this call is unknown: helve was stopped while it ran. It was not repeated. Check what it changed before you make it again.',
  },
  notRun: {
    outcome: 'cancelled',
    brief: 'not run',
    words: 'This call was not run: helve was stopped before. It had no effect.',
  },
} as const;

/** Gives each call that a killed process left without a result one that tells the model what is known about it. */
export function settleCalls(log: ConversationLog): void {
  const chain = log.chain();
  const last = chain.findLastIndex(({ type }) => type === 'assistant');
  const answer = chain[last];
  if (answer?.type !== 'assistant') return;
  const after = chain.slice(last + 1);
  for (const { id, name } of toolCallsOf(answer.content)) {
    if (after.some((entry) => entry.type === 'toolResult' && entry.callId === id)) continue;
    const { outcome, brief, words } = FATES[fateOf(id, after)];
    log.append({ type: 'toolResult', callId: id, name, content: [text(words)], outcome, brief, durationMs: 0 });
  }
}

function fateOf(callId: string, after: readonly Entry[]): keyof typeof FATES {
  const notes = after.flatMap((entry) => (entry.type === 'extra' && entry.data === callId ? [entry.name] : []));
  // A call that was asked about once had not done anything yet. One that is asked about again may have.
  const waited = notes.at(-1) === 'asked' && !notes.includes('answered');
  return notes.includes('started') && !waited ? 'unknown' : 'notRun';
}
