import type { SessionView } from '@helve/browser/protocol';
import type { DoneAsk } from '../../page-message.ts';
import { keepPress } from '../../presses.ts';
import { tellPage } from '../page/tell-page.ts';

/** What each tab shows: the reason for which its session waits for a person. */
let shown = new Map<number, { readonly session: string; readonly who: string; readonly reason: string }>();

/** Shows in the pages of sessions that wait for a person what they wait for, and takes it away when they go on. */
export async function syncNotices(sessions: readonly SessionView[]): Promise<void> {
  const before = shown;
  shown = new Map(
    sessions.flatMap(({ session, label, tabs, needs }) =>
      needs === undefined
        ? []
        : tabs.map((tabId) => [tabId, { session, who: label ?? `helve ${session}`, reason: needs }] as const),
    ),
  );
  for (const tabId of before.keys()) if (!shown.has(tabId)) await tellPage(tabId, { helve: 'unnotice' });
  for (const tabId of shown.keys()) await show(tabId);
}

/** A page that the person goes on to shows it too. */
export function listenToNotices(): void {
  chrome.webNavigation.onDOMContentLoaded.addListener(({ tabId, frameId }) => {
    if (frameId === 0) void show(tabId);
  });
  chrome.runtime.onMessage.addListener((message: DoneAsk, sender, respond) => {
    if (sender.id !== chrome.runtime.id || message.helve !== 'done-here' || sender.frameId !== 0) return false;
    const notice = shown.get(sender.tab?.id ?? -1);
    // A worker that has just started does not know yet: it is told again.
    if (!notice) return false;
    keepPress({ kind: 'done', session: notice.session, needs: notice.reason, where: 'page' }).then(
      () => respond(true),
      () => respond(undefined),
    );
    return true;
  });
}

async function show(tabId: number): Promise<void> {
  const notice = shown.get(tabId);
  if (notice) await tellPage(tabId, { helve: 'notice', who: notice.who, reason: notice.reason });
}
