/** What a page keeps in the browser. */
import type * as v from 'valibot';
import type { input as cookiesInput } from '../commands/browser/read/cookies.ts';
import type { input as storageInput } from '../commands/browser/read/storage.ts';
import { browserRun } from '../perform.ts';
import { MASK, maskValue } from './mask.ts';
import { boundData } from './read.ts';

export const readCookies = browserRun(async (input: v.InferOutput<typeof cookiesInput>, { relay, act }, context) => {
  const session = relay.sessions.get(input.session);
  const data = await act('cookies', {}, { session, tab: relay.sessions.tab(session, undefined) });
  const cookies = data.cookies.map((cookie) => (input.reveal ? cookie : { ...cookie, value: MASK }));
  return boundData({ cookies }, 'cookies', input, context);
});

export const readStorage = browserRun(async (input: v.InferOutput<typeof storageInput>, { relay, act }, context) => {
  const session = relay.sessions.get(input.session);
  const tab = relay.sessions.tab(session, undefined);
  const data = await act('storage', { area: input.area }, { session, tab });
  const entries = data.entries.map(({ key, value }) => ({ key, value: input.reveal ? value : maskValue(key, value) }));
  return boundData({ entries }, 'entries', input, context);
});
