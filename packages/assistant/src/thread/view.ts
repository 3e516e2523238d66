import * as v from 'valibot';
import type { ConversationEvent } from '../loop/events.ts';
import { briefCall } from '../session/transcript.ts';
import { ThreadRecord } from './record.ts';

const { file: _, wantedModel: _wanted, sandbox: _sandbox, ...fields } = ThreadRecord.entries;

export const threadOutput = {
  ...fields,
  /** What it waits for. */
  questions: v.optional(
    v.array(
      v.object({
        id: v.string(),
        kind: v.picklist(['permission', 'question']),
        text: v.string(),
        options: v.array(v.string()),
      }),
    ),
  ),
};

export type Thread = v.InferOutput<v.ObjectSchema<typeof threadOutput, undefined>>;

interface Messages {
  readonly items: readonly { readonly kind: string; readonly text: string }[];
  readonly earlier: number;
}

type Viewed = Pick<Thread, 'id' | 'name' | 'status' | 'answer' | 'problem' | 'denials' | 'questions'>;

/** A thread in one line. */
export function lineOf({ id, name, status, problem }: Viewed): string {
  return `${id}  ${status}${problem === undefined ? '' : ` (${problem})`}  ${name}`;
}

/** How a thread stands, and what was said and done in it. */
export function viewItems({ items, earlier, ...thread }: Viewed & Messages): string {
  return [viewThread({ ...thread, answer: undefined }), viewMessages({ items, earlier })].join('\n');
}

/** What was said and done. */
export function viewMessages({ items, earlier }: Messages): string {
  const before = earlier > 0 ? [`[${earlier} earlier]`] : [];
  return [...before, ...items.map(({ kind, text }) => `${kind}: ${text}`)].join('\n');
}

/** How a thread stands, and what it said last. */
export function viewThread(thread: Viewed): string {
  const { answer = '', denials = [], questions = [] } = thread;
  const refused = denials.map((reason) => `[Not permitted: ${reason}]`);
  const asked = questions.map(({ id, text, options }) => {
    return `[${id}: ${text}${options.length > 0 ? ` (${options.join(', ')})` : ''}]`;
  });
  return [lineOf(thread), ...(answer === '' ? [] : [answer]), ...refused, ...asked].join('\n');
}

/** What of an event somebody who waits for a thread is told. */
export function describe(event: ConversationEvent): string | undefined {
  if (event.type === 'toolStart') return briefCall(event.call);
  if (event.type !== 'answer') return undefined;
  const said = event.entry.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return said.trim() === '' ? undefined : said;
}
