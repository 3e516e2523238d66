import type { MediaPart } from '../model/message.ts';

/** What the user says at once. */
export interface Prompt {
  readonly text: string;
  readonly media?: readonly MediaPart[];
}

/** What the user said that has not gone in yet: to the turn that goes on, or for the next one. */
export interface WaitingPrompt extends Prompt {
  readonly id: string;
  readonly kind: 'steer' | 'queue';
}

export function toPrompt(said: string | Prompt): Prompt {
  return typeof said === 'string' ? { text: said } : said;
}
