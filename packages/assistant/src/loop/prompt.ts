import type { MediaPart } from '../model/message.ts';
import type { ToolPlace } from '../tools/tool.ts';
import type { TurnResult } from './events.ts';
import type { TurnChange } from './turn-change.ts';

/** What the user says at once. */
export interface Prompt {
  /** As the user said it. */
  readonly text: string;
  readonly media?: readonly MediaPart[];
  /** Words of ours that go in behind it. */
  readonly addition?: string;
  /** What is made of it in its turn, where it is more than words: the name of a skill. */
  readonly expand?: (place: ToolPlace) => Promise<Expansion>;
}

export type Expansion =
  | { readonly text: string; readonly change: TurnChange }
  /** Another conversation answers it; that is told of with the entry of the prompt as the call that began it. */
  | { readonly answer: (callId: string) => Promise<TurnResult> };

/** What the user said that has not gone in yet: to the turn that goes on, or for the next one. */
export interface WaitingPrompt extends Prompt {
  readonly id: string;
  readonly kind: 'steer' | 'queue';
}

export function toPrompt(said: string | Prompt): Prompt {
  return typeof said === 'string' ? { text: said } : said;
}

/** Two things that were said one after the other, as one: words, and no more than that. */
export function joinPrompts(one: Prompt, other: Prompt): Prompt {
  return { text: `${one.text}\n\n${other.text}`, media: [...(one.media ?? []), ...(other.media ?? [])] };
}
