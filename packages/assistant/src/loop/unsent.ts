import type { ConversationEvent } from './events.ts';
import type { Prompt } from './prompt.ts';

/** Tells whoever said something that it did not go in, so that they have it again. */
export function unsent(prompts: readonly Prompt[]): ConversationEvent {
  return { type: 'unsent', texts: prompts.map(({ text }) => text), prompts };
}
