import { CommandError } from '@helve/registry';
import type { Entry, EntryOf } from '../../log/entry.ts';
import type { AssistantPart } from '../../model/message.ts';
import type { ModelEvent, Provider } from '../../model/provider.ts';

/**
 * Plays the answers of a recorded conversation again, one for each request, without a network. What the recorded model
 * called is called again, for real.
 */
export function replayProvider(recorded: readonly Entry[]): Provider {
  const answers = recorded.flatMap((entry) => (entry.type === 'assistant' && !entry.interrupted ? [entry] : []));
  let next = 0;
  return {
    name: 'replay',
    async *stream(_, { signal }) {
      const answer = answers[next++];
      if (!answer) {
        throw new CommandError('NOT_FOUND', `The recording is over: it has ${answers.length} answers`, {
          retry: 'never',
        });
      }
      for (const event of answerEvents(answer)) {
        signal.throwIfAborted();
        yield event;
      }
      yield { type: 'usage', usage: answer.usage };
      yield { type: 'end', reason: answer.stopReason ?? 'end' };
    },
  };
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
