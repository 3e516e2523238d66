import type { Entry, EntryOf } from '../log/entry.ts';

/** One turn of a recorded conversation. */
export interface RecordedTurn {
  readonly prompt: EntryOf<'user'>;
  readonly answers: readonly RecordedAnswer[];
  readonly results: readonly EntryOf<'toolResult'>[];
}

export interface RecordedAnswer {
  readonly entry: EntryOf<'assistant'>;
  /** What the user said after it, while the turn went on. */
  readonly steered: readonly EntryOf<'user'>[];
}

/** A conversation as it can be played again, turn by turn. */
export function recordedTurns(chain: readonly Entry[]): readonly RecordedTurn[] {
  const turns: Open[] = [];
  for (const entry of chain) {
    const turn = turns.at(-1);
    if (entry.type === 'user' && (entry.origin === 'prompt' || !turn)) {
      turns.push({ prompt: entry, answers: [], results: [] });
    } else if (entry.type === 'user') turn?.answers.at(-1)?.steered.push(entry);
    else if (entry.type === 'assistant') turn?.answers.push({ entry, steered: [] });
    else if (entry.type === 'toolResult') turn?.results.push(entry);
  }
  return turns;
}

interface Open extends RecordedTurn {
  readonly answers: { readonly entry: EntryOf<'assistant'>; readonly steered: EntryOf<'user'>[] }[];
  readonly results: EntryOf<'toolResult'>[];
}
