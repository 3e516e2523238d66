import type { BrowserLink, FromPerson } from '../relay/link.ts';
import type { Relay } from '../relay/relay.ts';

/** A person hands one of their tabs to a session, which is bound to it from now on. It goes back to them in the end. */
export function giveTab(relay: Relay, link: BrowserLink, given: Extract<FromPerson, { type: 'give' }>): void {
  const { sessions, audit, handOff } = relay;
  const { tabId, url, title } = given;
  const { instance, name } = link.browser;
  if (sessions.owner(instance, tabId)) return;
  const session =
    given.session === null
      ? sessions.create(undefined, Date.now())
      : sessions.all().find(({ session: id }) => id === given.session);
  // It was closed meanwhile, or has its tabs in another browser.
  if (!session || (session.tabs.length > 0 && session.instance !== instance)) return;
  sessions.moveTo(session, link);
  const tab = sessions.addTab(session, { tabId, url, title, given: true });
  session.bound = tab.tab;
  audit.add({ event: 'given', browser: name, session: session.session, label: session.label });
  if (session.handOff?.attach) handOff.resume(session, 'popup');
  sessions.save();
}
