/**
 * What is said between a person, a model and its tools, in no provider's words. Providers translate it to the wire; the
 * conversation log keeps it.
 */

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** An image or a document, as base64. */
export interface MediaPart {
  readonly type: 'media';
  readonly mediaType: string;
  readonly data: string;
}

/** What a model thought. It goes back to the model that thought it, unchanged, and to no other. */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  /** The provider's proof that the thought is the model's own; without one it is not sent back. */
  readonly signature?: string;
  /** The provider keeps the text to itself, and `signature` stands for it. */
  readonly redacted?: true;
  /** The id of the model. */
  readonly by?: string;
}

export interface ToolCallPart {
  readonly type: 'toolCall';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The arguments as they came, where they are no JSON object; `input` is empty then. */
  readonly malformed?: string;
}

export interface ToolResultPart {
  readonly type: 'toolResult';
  readonly callId: string;
  readonly content: readonly (TextPart | MediaPart)[];
  readonly isError?: boolean;
}

export type UserPart = TextPart | MediaPart | ToolResultPart;
export type AssistantPart = TextPart | ThinkingPart | ToolCallPart;

export interface UserMessage {
  readonly role: 'user';
  readonly content: readonly UserPart[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly AssistantPart[];
}

export type Message = UserMessage | AssistantMessage;

export function text(value: string): TextPart {
  return { type: 'text', text: value };
}

/** The text of some parts, in one piece. */
export function textOf(parts: readonly (AssistantPart | UserPart)[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function toolCallsOf(parts: readonly AssistantPart[]): readonly ToolCallPart[] {
  return parts.filter((part): part is ToolCallPart => part.type === 'toolCall');
}
