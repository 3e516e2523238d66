/**
 * Before each request: whatever happened, what is sent is a conversation that every provider accepts. Every call has its
 * result right after it, roles alternate and begin and end with the user, nothing is empty, names and ids are well-formed.
 * So no conversation is ever stuck.
 */
import {
  type AssistantMessage,
  type AssistantPart,
  type Message,
  text,
  type TextPart,
  type ToolCallPart,
  toolCallsOf,
  type ToolResultPart,
  type UserPart,
} from '../model/message.ts';
import type { Model } from '../model/models.ts';

export function repair(messages: readonly Message[], model: Pick<Model, 'images' | 'documents'>): readonly Message[] {
  const whole = messages.map((message) => withoutEmpty(message, model)).filter(({ content }) => content.length > 0);
  const ids = new Ids();
  const mended: Message[] = [];
  let index = 0;
  while (index < whole.length) {
    const turn = takeTurn(whole, index);
    index += turn.length;
    mended.push(...mendTurn(turn, ids));
  }
  if (mended[0]?.role !== 'user') mended.unshift({ role: 'user', content: [text(GO_ON)] });
  if (mended.at(-1)?.role !== 'user') mended.push({ role: 'user', content: [text(GO_ON)] });
  return merged(mended);
}

const GO_ON = 'Continue.';
const NO_RESULT = 'No result: this call was interrupted.';
const NO_TEXT = '(no output)';

/** An answer with all that the user and the tools said to it, up to the next answer. */
function takeTurn(messages: readonly Message[], from: number): readonly Message[] {
  const first = messages[from];
  if (first?.role === 'user') return [first];
  let next = from + 1;
  while (messages[next]?.role === 'user') next++;
  return messages.slice(from, next);
}

/** Pairs the calls of an answer with their results. Results that answer no call are left out. */
function mendTurn([first, ...rest]: readonly Message[], ids: Ids): readonly Message[] {
  if (first?.role !== 'assistant') {
    const said = (first?.content ?? []).filter((part) => part.type !== 'toolResult') as readonly UserPart[];
    return said.length === 0 ? [] : [{ role: 'user', content: said }];
  }
  const given = rest.flatMap(({ content }) => content as readonly UserPart[]);
  const said = given.filter((part) => part.type !== 'toolResult');
  const results: ToolResultPart[] = [];
  const calls = new Map<ToolCallPart, ToolCallPart>();
  const left = given.filter((part): part is ToolResultPart => part.type === 'toolResult');
  for (const call of toolCallsOf(first.content)) {
    const id = ids.fresh(call.id);
    calls.set(call, { type: 'toolCall', id, name: wellFormed(call.name), input: call.input });
    const place = left.findIndex(({ callId }) => callId === call.id);
    const [result] = place === -1 ? [] : left.splice(place, 1);
    if (result?.callId === id) results.push(result);
    else results.push({ ...(result ?? { type: 'toolResult', content: [text(NO_RESULT)], isError: true }), callId: id });
  }
  const answer: AssistantMessage = {
    role: 'assistant',
    content: first.content.map((part) => (part.type === 'toolCall' ? (calls.get(part) ?? part) : part)),
  };
  const reply = [...results, ...said];
  return reply.length === 0 ? [answer] : [answer, { role: 'user', content: reply }];
}

function withoutEmpty(message: Message, model: Pick<Model, 'images' | 'documents'>): Message {
  // Most are in order, and a long conversation has thousands: what is in order is not copied.
  if (message.role === 'assistant') {
    if (message.content.length > 0 && message.content.every(isWhole)) return message;
    const kept = message.content.filter((part) => part.type !== 'text' || part.text.trim() !== '');
    // Thoughts alone are no answer.
    return { role: 'assistant', content: kept.some((part) => part.type !== 'thinking') ? kept : [] };
  }
  if (message.content.every((part) => (part.type === 'toolResult' ? isPlainResult(part) : isPlain(part))))
    return message;
  return { role: 'user', content: message.content.flatMap((part) => cleanPart(part, model)) };
}

function isWhole(part: AssistantPart): boolean {
  return part.type === 'text' ? part.text.trim() !== '' : part.type === 'toolCall';
}

function isPlain(part: UserPart): boolean {
  return part.type === 'text' && part.text.trim() !== '';
}

function isPlainResult({ content }: ToolResultPart): boolean {
  return content.length > 0 && content.every(isPlain);
}

function cleanPart(part: UserPart, model: Pick<Model, 'images' | 'documents'>): readonly UserPart[] {
  if (part.type !== 'toolResult') return clean(part, model);
  const content = part.content.flatMap((inner) => clean(inner, model));
  return [{ ...part, content: content.length === 0 ? [text(NO_TEXT)] : content }];
}

function clean<Part extends Exclude<UserPart, ToolResultPart>>(
  part: Part,
  model: Pick<Model, 'images' | 'documents'>,
): readonly (Part | TextPart)[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [part];
  const able = part.mediaType.startsWith('image/') ? model.images : model.documents;
  return able && part.data !== '' ? [part] : [text(`[${part.mediaType} left out: this model cannot see it]`)];
}

/** Neighbours of one role become one message. */
function merged(messages: readonly Message[]): readonly Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === 'user' && message.role === 'user') {
      joined[joined.length - 1] = { role: 'user', content: [...last.content, ...message.content] };
    } else if (last?.role === 'assistant' && message.role === 'assistant') {
      const content: readonly AssistantPart[] = [...last.content, ...message.content];
      joined[joined.length - 1] = { role: 'assistant', content };
    } else joined.push(message);
  }
  return joined;
}

function wellFormed(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown';
}

/** Ids of calls that no other call has, of letters that every provider takes. */
class Ids {
  readonly #taken = new Set<string>();

  fresh(wanted: string): string {
    const base = wanted.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 56) || 'call';
    let id = base;
    for (let count = 2; this.#taken.has(id); count++) id = `${base}-${count}`;
    this.#taken.add(id);
    return id;
  }
}
