import { type Message, text, type ToolResultPart, type UserPart } from '../model/message.ts';

/** Bytes of text that a token stands for, about. Whether it really was too much, only the provider knows. */
const BYTES_PER_TOKEN = 4;
const MEDIA_TOKENS = 1600;
const LEFT_OUT = '[Old result removed to save space. Call the tool again if you need it.]';

/** About how many tokens some messages take. */
export function estimateTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

/**
 * Makes messages fit a number of tokens, whatever they are: old results go first, then whole turns from the beginning.
 * A last resort, so that a conversation can go on: compaction does better, where there is time for it.
 */
export function fit(messages: readonly Message[], limit: number): readonly Message[] {
  let over = estimateTokens(messages) - limit;
  if (over <= 0) return messages;
  const lighter = messages.map((message, index) => {
    if (over <= 0 || message.role !== 'user' || index === messages.length - 1) return message;
    const without = { ...message, content: message.content.map(withoutResult) };
    over -= tokensOf(message) - tokensOf(without);
    return without;
  });
  let first = 0;
  while (over > 0 && first < lighter.length - 1) {
    const message = lighter[first];
    if (message) over -= tokensOf(message);
    first++;
  }
  return first === 0 ? lighter : [{ role: 'user', content: [text(BEGINNING_LEFT_OUT)] }, ...lighter.slice(first)];
}

const BEGINNING_LEFT_OUT = '[The start of this conversation was removed to save space.]';

function withoutResult(part: UserPart): UserPart {
  if (part.type !== 'toolResult') return part;
  const shorter: ToolResultPart = { ...part, content: [text(LEFT_OUT)] };
  return partTokens(part) > partTokens(shorter) ? shorter : part;
}

function tokensOf({ content }: Message): number {
  return content.reduce((sum: number, part) => sum + partTokens(part), 4);
}

function partTokens(part: Message['content'][number]): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return Math.ceil(Buffer.byteLength(part.text) / BYTES_PER_TOKEN) + 1;
    case 'media':
      return MEDIA_TOKENS;
    case 'toolCall':
      return Math.ceil(Buffer.byteLength(JSON.stringify(part.input)) / BYTES_PER_TOKEN) + 20;
    case 'toolResult':
      return part.content.reduce((sum, inner) => sum + partTokens(inner), 10);
  }
}
