import type { EntryOf } from '../log/entry.ts';
import { type MediaPart, text } from '../model/message.ts';
import type { ToolPlace } from '../tools/tool.ts';
import type { ConversationEvent, TurnResult } from './events.ts';
import type { PromptCommand } from './hooks.ts';
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
  /** The skill that it names, with what follows the name. */
  readonly command?: PromptCommand;
  /** It is not for a turn that goes on about something else: it waits until that is over. */
  readonly ownTurn?: boolean;
  /** Names by which whoever sent it finds it in the log again. */
  readonly refs?: readonly string[];
}

export type Expansion = { readonly text: string; readonly change: TurnChange } | AnsweredElsewhere;

/** Another conversation answers it; that is told of with the entry of the prompt as the call that began it. */
export interface AnsweredElsewhere {
  readonly answer: (place: ToolPlace) => Promise<TurnResult>;
}

/** What the user said that has not gone in yet: to the turn that goes on, or for the next one. */
export interface WaitingPrompt extends Prompt {
  readonly id: string;
  readonly kind: 'steer' | 'queue';
}

export function toPrompt(said: string | Prompt): Prompt {
  return typeof said === 'string' ? { text: said } : said;
}

/** What the log keeps of a prompt: all that the model is given, and what of it the user typed where that is less. */
export function promptContent(
  { text: typed, media = [], addition, refs }: Prompt,
  meant = typed,
): Pick<EntryOf<'user'>, 'content' | 'typed' | 'refs'> {
  const named = refs ? { refs } : {};
  if (addition === undefined) return { content: [text(meant), ...media], ...named };
  return { content: [text(`${meant}\n\n${addition}`), ...media], typed, ...named };
}

/** Several as few: mere words that follow each other are one, and what is more than words stays as it is. */
export function joinPrompts(prompts: readonly Prompt[]): readonly Prompt[] {
  const joined: Prompt[] = [];
  for (const prompt of prompts) {
    const before = joined.at(-1);
    if (before && !before.expand && !prompt.expand) joined.splice(-1, 1, joinTwo(before, prompt));
    else joined.push(prompt);
  }
  return joined;
}

function joinTwo(one: Prompt, other: Prompt): Prompt {
  const additions = [one, other].flatMap(({ addition }) => addition ?? []);
  const refs = [one, other].flatMap((prompt) => prompt.refs ?? []);
  return {
    text: `${one.text}\n\n${other.text}`,
    media: [one, other].flatMap(({ media }) => media ?? []),
    ...(additions.length > 0 && { addition: additions.join('\n\n') }),
    ...(refs.length > 0 && { refs }),
  };
}

/** Tells whoever said something that it did not go in, so that they have it again. */
export function unsent(prompts: readonly Prompt[]): ConversationEvent {
  return { type: 'unsent', texts: prompts.map(({ text }) => text), prompts };
}
