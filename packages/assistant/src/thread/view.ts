import * as v from 'valibot';
import { ThreadRecord } from './record.ts';

const { file: _, wantedModel: _wanted, status, ...fields } = ThreadRecord.entries;

export const threadOutput = { ...fields, status: v.picklist([...status.options, 'interrupted']) };

type Viewed = Pick<ThreadRecord, 'id' | 'name' | 'answer' | 'problem' | 'denials'> & { readonly status: string };

/** A thread in one line. */
export function lineOf({ id, name, status, problem }: Viewed): string {
  return `${id}  ${status}${problem === undefined ? '' : ` (${problem})`}  ${name}`;
}

/** How a thread stands, and what was said and done in it. */
export function viewItems({
  items,
  earlier,
  ...thread
}: Viewed & {
  readonly items: readonly { readonly kind: string; readonly text: string }[];
  readonly earlier: number;
}): string {
  const before = earlier > 0 ? [`[${earlier} earlier]`] : [];
  const said = items.map(({ kind, text }) => `${kind}: ${text}`);
  return [viewThread({ ...thread, answer: undefined }), ...before, ...said].join('\n');
}

/** How a thread stands, and what it said last. */
export function viewThread(thread: Viewed): string {
  const { answer = '', denials = [] } = thread;
  const refused = denials.map((reason) => `[Not permitted: ${reason}]`);
  return [lineOf(thread), ...(answer === '' ? [] : [answer]), ...refused].join('\n');
}
