import type { SessionInput } from '../commands/parameters.ts';
import { browserRun } from '../perform.ts';
import { openIn } from '../tab/tabs.ts';

/** Goes to an address. Callers who name no session share the default one, which is given a tab if it has none. */
export const navigate = browserRun(async (input: SessionInput & { readonly url: string }, call, { now }) => {
  const { relay, act } = call;
  const { sessions } = relay;
  const session = input.session === undefined ? sessions.ensureDefault(now()) : sessions.get(input.session);
  if (session.isDefault) relay.dropLostTabs(session);
  if (session.isDefault && session.bound === undefined) {
    const began = now();
    const { url, title } = await openIn(session, { url: input.url }, call);
    return { url, title, loadTime: now() - began };
  }
  return act('navigate', { url: input.url }, { session, tab: sessions.tab(session, undefined) });
});
