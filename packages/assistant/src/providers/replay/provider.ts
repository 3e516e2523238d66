import { setTimeout } from 'node:timers/promises';
import { CommandError } from '@helve/command';
import type { Entry, EntryOf } from '../../log/entry.ts';
import type { AssistantPart } from '../../model/message.ts';
import type { ModelEvent, Provider } from '../../model/provider.ts';

export interface ReplayOptions {
  /** Words come one by one, each after so many milliseconds; all at once where it is absent. */
  readonly wordMs?: number;
}

/**
 * Plays the answers of a recorded conversation again, one for each request, without a network. What the recorded model
 * called is called again, for real.
 */
export function replayProvider(recorded: readonly Entry[], { wordMs = 0 }: ReplayOptions = {}): Provider {
  const answers = recorded.flatMap((entry) => (entry.type === 'assistant' && !entry.interrupted ? [entry] : []));
  let next = 0;
  return {
    name: 'replay',
    async *stream(_, { signal }) {
      const answer = answers[next++];
      if (!answer) {
        throw new CommandError('NOT_FOUND', `The recording has ended: it has ${answers.length} answers`, {
          retry: 'never',
        });
      }
      for (const event of answerEvents(answer)) {
        for (const piece of wordMs > 0 ? wordsOf(event) : [event]) {
          if (wordMs > 0) await setTimeout(wordMs, undefined, { signal }).catch(() => {});
          signal.throwIfAborted();
          yield piece;
        }
      }
      yield { type: 'usage', usage: answer.usage };
      yield { type: 'end', reason: answer.stopReason ?? 'end' };
    },
  };
}

function wordsOf(event: ModelEvent): readonly ModelEvent[] {
  if (event.type !== 'text' && event.type !== 'thinking') return [event];
  return (event.text.match(/\s*\S+|\s+$/g) ?? []).map((text) => ({ ...event, text }));
}

/** What came while a recorded answer was given, up to its end. */
export function answerEvents({ content }: EntryOf<'assistant'>): readonly ModelEvent[] {
  return content.flatMap(eventsOf);
}

function eventsOf(part: AssistantPart): readonly ModelEvent[] {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return [{ type: part.type, text: part.text }];
    case 'toolCall':
      return [
        { type: 'toolCall', id: part.id, name: part.name },
        { type: 'toolInput', id: part.id, json: part.malformed ?? JSON.stringify(part.input) },
      ];
  }
}
