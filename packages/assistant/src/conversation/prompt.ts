import type { MediaPart } from '../model/message.ts';
import type { TurnResult } from '../loop/events.ts';
import type { TurnChange } from '../loop/turn-change.ts';
import type { ToolPlace } from '../tools/tool.ts';

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
