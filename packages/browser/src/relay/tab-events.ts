import type { BrowserErrorCode, Hello, TabEvent } from '../protocol.ts';
import type { Questions } from '../people/questions.ts';
import type { BrowserLink } from './link.ts';
import { type Session, type Sessions, type Tab, tabLost } from './sessions.ts';

export function onHello(sessions: Sessions, { browser }: BrowserLink, { run, tabs }: Hello): void {
  sessions.reconcile(browser.instance, run, tabs);
}

/** What a person or a page does to tabs is known at once. */
export function onTabEvent(sessions: Sessions, questions: Questions, link: BrowserLink, event: TabEvent): void {
  const { instance } = link.browser;
  if (event.kind === 'opened') {
    // What a tab of a session opens belongs to that session.
    const opener = sessions.owner(instance, event.openerTabId);
    if (opener && !sessions.owner(instance, event.tabId)) {
      sessions.addTab(opener.session, { tabId: event.tabId, url: event.url, title: '', opener: opener.tab.tab });
    }
    return;
  }
  const owned = sessions.owner(instance, event.tabId);
  if (!owned) return;
  const { session, tab } = owned;
  if (event.kind === 'closed' || event.kind === 'taken') {
    sessions.loseTab(session, tab, event.kind);
    questions.withdrawTab(link, tab.tabId, tabLost(session, tab.tab, event.kind));
    if (event.kind === 'taken') refuseAt(link, session, tab);
    return;
  }
  if (event.kind === 'replaced') {
    tab.tabId = event.by;
    sessions.save();
    return;
  }
  const moved = tab.url !== event.url;
  Object.assign(tab, { url: event.url, title: event.title });
  // Some pages change their title all the time; the browser tells it again anyway.
  if (moved) sessions.save();
}

/** What runs in a tab that the person took stops at once. */
function refuseAt(link: BrowserLink, session: Session, { tab, tabId }: Tab): void {
  const { code, message, hint, details } = tabLost(session, tab, 'taken');
  link.refuse(({ target }) =>
    target.tabId === tabId ? { code: code as BrowserErrorCode, message, suggestedAction: hint, details } : undefined,
  );
}
