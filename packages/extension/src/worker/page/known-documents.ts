/**
 * The document that each tab showed when it was last looked at, for those who only read: to ask the browser again takes as long as
 * a third of a read. Who finds that it is gone looks again.
 */
const known = new Map<number, string>();

export const knownDocuments = {
  of: (tabId: number): string | undefined => known.get(tabId),
  note: (tabId: number, documentId: string): void => void known.set(tabId, documentId),
  forget: (tabId: number): void => void known.delete(tabId),
};

/** A document that was left may be kept for the way back, and would not be any more if it was sent a message. */
export function listenToDocuments(): void {
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
    if (frameId === 0) knownDocuments.forget(tabId);
  });
  chrome.webNavigation.onTabReplaced.addListener(({ replacedTabId }) => knownDocuments.forget(replacedTabId));
  chrome.tabs.onRemoved.addListener(knownDocuments.forget);
}
