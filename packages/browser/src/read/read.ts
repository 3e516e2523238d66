import type { Context } from '@helve/command';
import type { More, Paging } from '../commands/paging.ts';
import type { SessionInput } from '../commands/parameters.ts';
import { browserRun } from '../perform.ts';
import type { Action, Data, Params } from '../protocol.ts';
import { boundList, boundText } from './bounded.ts';

/** The work of a command that reads the page. The named part of its data, a text or a list, is given as far as it fits. */
export function readRun<A extends Action>(action: A, name: keyof Data<A>) {
  return browserRun<Params<A> & Paging & SessionInput, Data<A> & More>(async (input, { relay, act }, context) => {
    const { session: id, after, maxChars, ...params } = input;
    const session = relay.sessions.get(id);
    const data = await act(action, params as unknown as Params<A>, {
      session,
      tab: relay.sessions.tab(session, undefined),
    });
    return boundData(data, name, { after, maxChars }, context);
  });
}

/** The data with as much of the named part as fits. */
export async function boundData<Whole extends object>(
  data: Whole,
  name: keyof Whole,
  paging: Paging,
  context: Context,
): Promise<Whole & More> {
  const whole = data[name];
  const { part, ...more } = Array.isArray(whole)
    ? await boundList(whole, paging, context)
    : await boundText(String(whole), paging, context);
  // A list may know of more than it was asked to give.
  const total = 'total' in data && typeof data.total === 'number' ? { total: data.total } : {};
  return { ...data, [name]: part, ...more, ...total };
}
