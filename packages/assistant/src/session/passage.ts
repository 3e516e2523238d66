import type { Entry } from '../log/entry.ts';
import { textOf } from '../model/message.ts';

/** Who said something that can be searched for. */
export type Speaker = 'user' | 'assistant' | 'tool' | 'summary';

export interface Passage {
  readonly speaker: Speaker;
  readonly text: string;
}

/** Of a long result only the beginning can be found: an index is no copy of the log. */
const MOST_OF_RESULT = 4_000;

/** What can be searched for in an entry. */
export function passageOf(entry: Entry): Passage | undefined {
  switch (entry.type) {
    case 'user':
      return passage('user', textOf(entry.content));
    case 'assistant': {
      const calls = entry.content.flatMap((part) =>
        part.type === 'toolCall' ? [`${part.name} ${Object.values(part.input).map(plain).join(' ')}`] : [],
      );
      return passage('assistant', [textOf(entry.content), ...calls].join('\n'));
    }
    case 'toolResult':
      return passage('tool', textOf(entry.content).slice(0, MOST_OF_RESULT));
    case 'compaction':
      return passage('summary', entry.summary);
    default:
      return undefined;
  }
}

function passage(speaker: Speaker, text: string): Passage | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : { speaker, text: trimmed };
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
