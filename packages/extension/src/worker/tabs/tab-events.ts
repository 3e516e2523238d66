import type { TabEvent } from '@helve/browser/protocol';

/** Tells of what people and pages do to tabs. */
export function listenToTabs(tell: (event: TabEvent) => void): void {
  chrome.tabs.onRemoved.addListener((tabId) => tell({ kind: 'closed', tabId }));
  chrome.tabs.onReplaced.addListener((by, tabId) => tell({ kind: 'replaced', tabId, by }));
  chrome.tabs.onUpdated.addListener((tabId, { url, title }, tab) => {
    if (url !== undefined || title !== undefined) {
      tell({ kind: 'navigated', tabId, url: tab.url ?? '', title: tab.title ?? '' });
    }
  });
  // Unlike a tab's opener, this also names the source when that is in the background.
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId, url }) => {
    tell({ kind: 'opened', tabId, openerTabId: sourceTabId, url });
  });
}
